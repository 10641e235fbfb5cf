import { uint16At } from './addresses.ts';
import { EtherType } from './ethernet.ts';
import { isTagged } from './vlan-tag.ts';

const IPV4_HEADER = 20;
const IPV6_HEADER = 40;
const IPV6_GROUPS = 0xff;
/** The scope of a link (RFC 4291 2.7); 0 and 1 do not even leave a node. */
const LINK_SCOPE = 2;

/**
 * Whether a frame, behind one C-tag if there is one, carries a packet to a group that routers never forward: 224.0.0.0/24
 * (RFC 5771 4), or an IPv6 group of link scope or less (RFC 4291 2.7). Who listens to such a group often does not say so
 * (RFC 4541 2.1.2, 3).
 */
export function staysOnLink(frame: Uint8Array): boolean {
  const typeAt = isTagged(frame) ? 16 : 12;
  const packet = typeAt + 2;
  const type = uint16At(frame, typeAt);
  if (type === EtherType.ipv4) {
    const destination = packet + 16;
    return (
      frame.length >= packet + IPV4_HEADER && uint16At(frame, destination) === 0xe000 && frame[destination + 2] === 0
    );
  }
  const destination = packet + 24;
  return (
    type === EtherType.ipv6 &&
    frame.length >= packet + IPV6_HEADER &&
    frame[destination] === IPV6_GROUPS &&
    ((frame[destination + 1] ?? 0) & 0x0f) <= LINK_SCOPE
  );
}
