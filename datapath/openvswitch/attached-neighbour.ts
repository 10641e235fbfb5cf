import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { parseIpv4 } from '../../model/values/ipv4.ts';

/** A station on a link of this host that the kernel has resolved. */
export interface AttachedNeighbour {
  readonly device: string;
  /** "00-11-22-AA-BB-CC". */
  readonly mac: string;
}

/** Flags of a route that the kernel uses, and of one by a gateway (<linux/route.h>). */
const RTF_UP = 0x1;
const RTF_GATEWAY = 0x2;

/** Of an entry with an address (<linux/if_arp.h>). */
const ATF_COM = 0x2;

/**
 * The station of an IPv4 address, as the kernel's own tables show it without the start of a program, which holds the thread for as
 * long as all else of a change. Undefined for one that is not resolved, or behind a gateway: ip(8) knows more.
 */
export async function attachedNeighbour(address: string): Promise<AttachedNeighbour | undefined> {
  const tables = ['route', 'arp'].map((name) => readFile(`/proc/self/net/${name}`, 'utf8').catch(() => ''));
  const [routes = '', neighbours = ''] = await Promise.all(tables);
  return neighbourIn(routes, neighbours, address);
}

/** The same by proc_net(5)'s tables `route` and `arp`; `isLittle` says how the kernel's processor orders octets. */
export function neighbourIn(
  routes: string,
  neighbours: string,
  address: string,
  isLittle = endianness() === 'LE',
): AttachedNeighbour | undefined {
  const wanted = parseIpv4(address);
  if (wanted === undefined) return undefined;
  const [best] = linesOf(routes)
    .map(([device = '', destination = '', , flags = '', , , metric = '', mask = '']) => ({
      device,
      flags: Number.parseInt(flags, 16),
      metric: Number(metric),
      mask: addressOf(mask, isLittle),
      destination: addressOf(destination, isLittle),
    }))
    .filter(({ flags, mask, destination }) => (flags & RTF_UP) !== 0 && (wanted & mask) >>> 0 === destination)
    .sort((one, other) => other.mask - one.mask || one.metric - other.metric);
  if (!best || (best.flags & RTF_GATEWAY) !== 0) return undefined;
  // A route to nowhere has no device.
  const entry = linesOf(neighbours).find(
    ([of, , flags, , , device]) => of === address && device === best.device && (Number(flags) & ATF_COM) !== 0,
  );
  return entry && { device: best.device, mac: (entry[3] ?? '').replaceAll(':', '-').toUpperCase() };
}

/** The words of each line below the heading. */
const linesOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));

/** An address that the kernel printed as the number that its octets make in memory. */
function addressOf(hexadecimal: string, isLittle: boolean): number {
  const octets = Buffer.from(hexadecimal, 'hex');
  if (octets.length !== 4) return Number.NaN;
  return isLittle ? octets.readUInt32LE() : octets.readUInt32BE();
}
