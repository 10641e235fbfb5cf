import type { VlanId } from '../../datapath/plan.ts';
import { parseIpv4 } from '../../model/values/ipv4.ts';
import type { AccessAddress, AccessPlan } from '../access-plan.ts';

/** Where an answer goes first: into a VLAN, straight to the client or to a gateway. */
export interface NextHop {
  readonly vlan: VlanId;
  readonly gateway: string | undefined;
}

/** The way of an answer to `client` (IPv4), by the longest prefix; undefined where there is none. */
export function nextHop({ addresses, routes }: AccessPlan, client: string): NextHop | undefined {
  const link = onLink(addresses.values(), client);
  const route = longest([...routes], ([prefix]) => covers(prefix, client));
  if (route && covers(route[0], client) > (link?.prefix ?? -1)) {
    const [, gateway] = route;
    const way = onLink(addresses.values(), gateway);
    return way && { vlan: way.vlan, gateway };
  }
  return link && { vlan: link.vlan, gateway: undefined };
}

/** Whether `address` is in one of the prefixes; true where none are named. */
export function isAmong(prefixes: readonly string[] | undefined, address: string): boolean {
  return prefixes === undefined || prefixes.some((prefix) => covers(prefix, address) >= 0);
}

function onLink(addresses: Iterable<AccessAddress>, target: string): AccessAddress | undefined {
  return longest([...addresses], ({ address, prefix }) => covers(`${address}/${prefix}`, target));
}

/** The length of "192.0.2.0/24" where it covers the address, -1 where it does not. */
function covers(prefix: string, address: string): number {
  const [network = '', bits = '32'] = prefix.split('/');
  const one = parseIpv4(network);
  const other = parseIpv4(address);
  if (one === undefined || other === undefined) return -1;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(one / size) === Math.floor(other / size) ? Number(bits) : -1;
}

/** The one that covers with the most bits; undefined where none covers. */
function longest<T>(all: readonly T[], length: (one: T) => number): T | undefined {
  let best: T | undefined;
  for (const one of all) if (length(one) > (best === undefined ? -1 : length(best))) best = one;
  return best;
}
