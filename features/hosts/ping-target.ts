import type { RowOf } from '../../model/schema/object.ts';
import { classOfIpv6, Ipv6Class } from '../../model/values/ipv6.ts';
import type { hostEntry } from './objects.ts';

/** Destination of echo requests: an address, and the VLAN that a link-local one is in; otherwise 0. */
interface PingTarget {
  readonly address: string;
  readonly vlan: number;
}

/** The address at which a host is asked: IPv4 first, a link-local one last; undefined while none is known. */
export function pingTarget({
  hostIpv4,
  hostIpv6,
  hostVlans,
}: Pick<RowOf<typeof hostEntry>, 'hostIpv4' | 'hostIpv6' | 'hostVlans'>): PingTarget | undefined {
  const listed = (text: string) => text.split(', ').filter((address) => address !== '');
  const isLinkLocal = (address: string) => classOfIpv6(address) === Ipv6Class.linkLocal;
  const ipv6 = listed(hostIpv6);
  const [routed] = [...listed(hostIpv4), ...ipv6.filter((address) => !isLinkLocal(address))];
  if (routed !== undefined) return { address: routed, vlan: 0 };
  const [address] = ipv6;
  return address === undefined ? undefined : { address, vlan: firstVlan(hostVlans) };
}

/** The first VLAN of a list; the default one where it has none. */
export function firstVlan(vlans: string): number {
  return Number.parseInt(vlans, 10) || 1;
}
