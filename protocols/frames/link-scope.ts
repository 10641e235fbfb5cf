import { macNumberAt, uint16At } from './addresses.ts';
import { packetOf } from './carried-packet.ts';

const BROADCAST = 0xffff_ffff_ffff;
/** The first four bits of IPv4 groups (RFC 5771 3). */
const IPV4_GROUPS = 0xe;
const IPV6_GROUPS = 0xff;
/** The scope of a link (RFC 4291 2.7); 0 and 1 do not even leave a node. */
const LINK_SCOPE = 2;

/**
 * Whether a frame, behind one C-tag if there is one, carries a packet to a group that routers never forward:
 * 224.0.0.0/24 (RFC 5771 4), or an IPv6 group of link scope or less (RFC 4291 2.7). Listeners to such a group often do
 * not report it (RFC 4541 2.1.2, 3).
 */
export function staysOnLink(frame: Uint8Array): boolean {
  const packet = packetOf(frame);
  if (!packet) return false;
  const { version, octets } = packet;
  if (version === 4) return uint16At(octets, 16) === 0xe000 && octets[18] === 0;
  return octets[24] === IPV6_GROUPS && ((octets[25] ?? 0) & 0x0f) <= LINK_SCOPE;
}

/**
 * Whether a frame to a group other than broadcast, behind one C-tag if there is one, carries a packet to an IP group:
 * only those can be snooped (RFC 4541 2.1.2). The listeners of other groups are unknown.
 */
export function isToIpGroup(frame: Uint8Array): boolean {
  const packet = macNumberAt(frame, 0) === BROADCAST ? undefined : packetOf(frame);
  if (!packet) return false;
  const { version, octets } = packet;
  return version === 4 ? (octets[16] ?? 0) >> 4 === IPV4_GROUPS : octets[24] === IPV6_GROUPS;
}
