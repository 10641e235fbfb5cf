import { uint16At } from './addresses.ts';
import { EtherType } from './ethernet.ts';
import { isTagged } from './vlan-tag.ts';

const FIRST_TYPE = 0x600;
const IPV4_HEADER = 20;
const IPV6_HEADER = 40;
/** LLC for SNAP, and an organization code of zeros (RFC 1042). */
const SNAP = [0xaa, 0xaa, 0x03, 0, 0, 0] as const;

/**
 * Where the type of what a frame carries stands: behind one C-tag if there is one, and behind the header of RFC 1042 where the
 * frame has a length in its place. What it carries begins two octets later.
 */
export function typePlaceOf(frame: Uint8Array): number {
  const place = isTagged(frame) ? 16 : 12;
  if (uint16At(frame, place) >= FIRST_TYPE || frame.length < place + 10) return place;
  for (let at = 0; at < SNAP.length; at += 1) if (frame[place + 2 + at] !== SNAP[at]) return place;
  return uint16At(frame, place + 8) >= FIRST_TYPE ? place + 8 : place;
}

/** A packet of IP in a frame. */
interface CarriedPacket {
  readonly version: 4 | 6;
  /** From its first octet to its last, without the padding of the frame. */
  readonly octets: Uint8Array;
}

/** The packet of IP that a frame carries; undefined for what is none, is cut off, or says of itself what cannot be. */
export function packetOf(frame: Uint8Array): CarriedPacket | undefined {
  const place = typePlaceOf(frame);
  const type = uint16At(frame, place);
  const octets = frame.subarray(place + 2);
  if (type === EtherType.ipv4 && octets.length >= IPV4_HEADER) {
    const [header, total] = [((octets[0] ?? 0) & 0x0f) * 4, uint16At(octets, 2)];
    const isWhole = header >= IPV4_HEADER && header <= total && total <= octets.length;
    return isWhole ? { version: 4, octets: octets.subarray(0, total) } : undefined;
  }
  if (type !== EtherType.ipv6 || octets.length < IPV6_HEADER) return undefined;
  const end = IPV6_HEADER + uint16At(octets, 4);
  return end <= octets.length ? { version: 6, octets: octets.subarray(0, end) } : undefined;
}
