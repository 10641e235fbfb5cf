import type { IncomingHttpHeaders } from 'node:http';
import { canonicalIp, type IpNetwork, isInIpNetwork, parseIp } from '../../model/values/ip-prefix.ts';

/**
 * The client that a request comes from: `remote`, or where that is a trusted proxy, the nearest address before it that is none, as
 * `X-Forwarded-For` or `Forwarded` (RFC 7239) say. A client can write both itself, and a proxy may pass on the one that it does not
 * write: where both are there and differ, neither counts.
 */
export function clientBehind(remote: string, headers: IncomingHttpHeaders, proxies: readonly IpNetwork[]): string {
  const isProxy = (address: string) => {
    const number = parseIp(address);
    return number !== undefined && proxies.some((network) => isInIpNetwork(network, number));
  };
  if (proxies.length === 0 || !isProxy(remote)) return remote;
  const [listed, standard] = [listedIn(headers['x-forwarded-for']), forIn(headers.forwarded)];
  if (listed.length > 0 && standard.length > 0 && listed.join() !== standard.join()) return remote;
  let client = remote;
  for (const hop of (listed.length > 0 ? listed : standard).toReversed()) {
    // Unknown or obfuscated: what is before it cannot be checked.
    if (hop === undefined) return client;
    client = hop;
    if (!isProxy(hop)) return client;
  }
  return client;
}

type Hops = readonly (string | undefined)[];

function listedIn(header: string | string[] | undefined): Hops {
  if (header === undefined) return [];
  return [header].flat().join(',').split(',').map(addressOf);
}

function forIn(header: string | undefined): Hops {
  if (header === undefined) return [];
  return header.split(',').map((element) => addressOf(/(?:^|;)\s*for=("?)([^";]+)\1/i.exec(element)?.[2] ?? ''));
}

/** "192.0.2.1", "192.0.2.1:80", "[2001:db8::1]:80". */
function addressOf(text: string): string | undefined {
  const trimmed = text.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, '$1');
  return canonicalIp(bare.replace(/^::ffff:(?=\d+\.)/i, ''));
}
