import { isIPv6 } from 'node:net';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../model/values/interface-index.ts';
import { classOfIpv6, Ipv6Class } from '../../model/values/ipv6.ts';

/** Whether an address means something only together with a link (RFC 4291 2.5.6). */
function isLinkLocal(address: string): boolean {
  return isIPv6(address) && classOfIpv6(address) === Ipv6Class.linkLocal;
}

/** A link-local address with the switch's interface in `vlan` as its zone (RFC 4007); other addresses, and VLAN 0, as they are. */
export function scopedAddress(address: string, vlan: number): string {
  return vlan > 0 && isLinkLocal(address) ? `${address}%${interfaceName(VLAN_INTERFACE_BASE + vlan)}` : address;
}
