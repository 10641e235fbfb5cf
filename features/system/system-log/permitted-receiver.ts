import { isHostIpv4, parseIpv4 } from '../../../model/values/ipv4.ts';
import { classOfIpv6, Ipv6Class } from '../../../model/values/ipv6.ts';

/** 169.254.0.0/16 (RFC 3927): services of hosts for themselves are there, such as those that hand out keys. */
const LINK_LOCAL = 169 * 256 + 254;

/**
 * Whether events may be sent to an address that a webhook's host leads to: that of another host, never the switch itself, its link or a
 * group.
 */
export function isPermittedReceiver(address: string, own: ReadonlySet<string>): boolean {
  if (own.has(address)) return false;
  const ipv4 = parseIpv4(address);
  if (ipv4 !== undefined) return isHostIpv4(ipv4) && ipv4 >>> 16 !== LINK_LOCAL;
  // IPv4 inside of IPv6 would lead around these checks.
  return classOfIpv6(address) === Ipv6Class.global && !/^(?:::|64:ff9b:)/i.test(address);
}
