import { uint16At } from './addresses.ts';
import { type EthernetFrame, EtherType, parseEthernet } from './ethernet.ts';
import { isTagged } from './vlan-tag.ts';

const FIRST_TYPE = 0x600;
const IPV4_HEADER = 20;
const IPV6_HEADER = 40;
/** LLC for SNAP, and an organization code of zeros (RFC 1042). */
const SNAP = [0xaa, 0xaa, 0x03, 0, 0, 0] as const;

/** Tags at most behind which a frame is looked into (docs/specification/security.md 0.5). */
const LOOKED_BEHIND = 2;

/**
 * Position of the type of a frame's content: behind one C-tag if there is one, and behind the header of RFC 1042 if the
 * frame has a length instead. The content begins two octets later.
 */
export function typePlaceOf(frame: Uint8Array): number {
  return behindSnap(frame, isTagged(frame) ? 16 : 12);
}

/** The same behind up to two tags, each a C-tag or an S-tag: what the stations of a tunnelled VLAN read. */
export function innerTypePlaceOf(frame: Uint8Array): number {
  let place = 12;
  for (let tags = 0; tags < LOOKED_BEHIND && isTag(uint16At(frame, place)); tags += 1) {
    if (frame.length < place + 6) break;
    place += 4;
  }
  return behindSnap(frame, place);
}

/** A frame as the stations behind up to two tags read it: its addresses, and the content behind the tags. */
export function parseInnerEthernet(frame: Uint8Array): EthernetFrame | undefined {
  const outer = parseEthernet(frame);
  const place = innerTypePlaceOf(frame);
  if (!outer || frame.length < place + 2) return undefined;
  return { ...outer, etherType: uint16At(frame, place), payload: frame.subarray(place + 2) };
}

function isTag(type: number): boolean {
  return type === EtherType.vlan || type === EtherType.serviceTag;
}

function behindSnap(frame: Uint8Array, place: number): number {
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

/**
 * The packet of IP that a frame carries, its type standing at `place`; undefined for what is none, is cut off, or says of itself
 * what cannot be.
 */
export function packetOf(frame: Uint8Array, place = typePlaceOf(frame)): CarriedPacket | undefined {
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
