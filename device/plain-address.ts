import { withoutZone } from '../model/values/ipv6.ts';

/** An address as sockets for both versions show it, without the prefix of one of IPv4, and the zone of a link-local one. */
export function plainAddress(address: string): string {
  return withoutZone(address).replace(/^::ffff:(?=\d+\.)/i, '');
}
