import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { ipv4Broadcast, ipv4Network } from '../../../model/values/ipv4-mask.ts';
import { parseIpv6 } from '../../../model/values/ipv6.ts';
import { isIpv6 } from '../../../protocols/frames/ip.ts';
import type { InterfacePlan } from '../../plan.ts';

/** Where a packet leaves the switch, from which of its addresses, and to which neighbour. */
export interface Route {
  readonly via: InterfacePlan;
  readonly source: string;
  readonly neighbour: string;
}

/**
 * The way to `destination`: the interface whose longest prefix holds it, else that of the gateway (IPv4 only); undefined
 * where none leads there. Interfaces that are off, or have no address, lead nowhere.
 */
export function routeTo(
  destination: string,
  interfaces: Iterable<InterfacePlan>,
  gateway: string | undefined,
): Route | undefined {
  const all = [...interfaces];
  const direct = onLink(destination, all);
  if (direct) return { ...direct, neighbour: destination };
  if (gateway === undefined || isIpv6(destination)) return undefined;
  const throughGateway = onLink(gateway, all);
  return throughGateway && { ...throughGateway, neighbour: gateway };
}

/** Whether a datagram to `destination` that came in by an interface is for every station there (RFC 919). */
export function isBroadcastOf(own: InterfacePlan, destination: string): boolean {
  if (destination === '255.255.255.255') return true;
  const number = parseIpv4(destination);
  return own.addresses.some(({ address, prefix }) => {
    const ownNumber = parseIpv4(address);
    return ownNumber !== undefined && prefix < 31 && ipv4Broadcast(ownNumber, prefix) === number;
  });
}

function onLink(
  destination: string,
  interfaces: readonly InterfacePlan[],
): { via: InterfacePlan; source: string } | undefined {
  let best: { via: InterfacePlan; source: string; prefix: number } | undefined;
  for (const via of interfaces) {
    if (!via.enabled) continue;
    for (const { address, prefix } of via.addresses) {
      if ((best && best.prefix >= prefix) || !sameNetwork(address, destination, prefix)) continue;
      best = { via, source: address, prefix };
    }
  }
  return best;
}

function sameNetwork(one: string, other: string, prefix: number): boolean {
  if (isIpv6(one)) {
    const [first, second] = [parseIpv6(one), parseIpv6(other)];
    const rest = BigInt(128 - prefix);
    return first !== undefined && second !== undefined && first >> rest === second >> rest;
  }
  const [first, second] = [parseIpv4(one), parseIpv4(other)];
  return first !== undefined && second !== undefined && ipv4Network(first, prefix) === ipv4Network(second, prefix);
}
