import { putUint16, uint16At } from '../../protocols/frames/addresses.ts';
import { internetChecksum } from '../../protocols/frames/checksum.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../protocols/frames/ipv4.ts';
import { isTagged } from '../../protocols/frames/vlan-tag.ts';

const TCP = 6;
const FRAGMENT = 0x3fff;

/** A transport segment in a frame, and what its checksum is made of beside it. */
interface Segment {
  /** Its start and end in the frame. */
  readonly start: number;
  readonly end: number;
  /** Position of its checksum. */
  readonly checksumAt: number;
  readonly protocol: number;
  /** The addresses of its pseudo header. */
  readonly addresses: Uint8Array;
}

/**
 * The frame as its sender's network card would have sent it. A station on the same host leaves the checksum of UDP and
 * TCP to a card that it does not have: the sum that arrives covers only the pseudo header, and exactly such a checksum
 * is completed. Every other frame is as received, including one with a wrong checksum.
 */
export function withChecksum(frame: Uint8Array): Uint8Array {
  const segment = segmentOf(frame);
  if (!segment) return frame;
  const { start, end, checksumAt, protocol, addresses } = segment;
  const pseudoHeader = sumOf(addresses) + protocol + (end - start);
  const octets = frame.subarray(start, end);
  const undone = ~internetChecksum(new Uint8Array(0), pseudoHeader) & 0xffff;
  if (uint16At(frame, checksumAt) !== undone || internetChecksum(octets, pseudoHeader) === 0) return frame;
  const completed = frame.slice();
  putUint16(completed, checksumAt, 0);
  const checksum = internetChecksum(completed.subarray(start, end), pseudoHeader);
  // Of UDP, 0 would say that there is none (RFC 768).
  putUint16(completed, checksumAt, checksum === 0 && protocol === IpProtocol.udp ? 0xffff : checksum);
  return completed;
}

function segmentOf(frame: Uint8Array): Segment | undefined {
  const typeAt = isTagged(frame) ? 16 : 12;
  const packet = typeAt + 2;
  if (frame.length < packet + 20) return undefined;
  const type = uint16At(frame, typeAt);
  if (type === EtherType.ipv4) return ipv4Segment(frame, packet);
  return type === EtherType.ipv6 ? ipv6Segment(frame, packet) : undefined;
}

function ipv4Segment(frame: Uint8Array, packet: number): Segment | undefined {
  if ((uint16At(frame, packet + 6) & FRAGMENT) !== 0) return undefined;
  const start = packet + ((frame[packet] ?? 0) & 0x0f) * 4;
  const end = packet + uint16At(frame, packet + 2);
  return segmentAt(frame, start, end, frame[packet + 9], frame.subarray(packet + 12, packet + 20));
}

const IPV6_HEADER = 40;

function ipv6Segment(frame: Uint8Array, packet: number): Segment | undefined {
  const start = packet + IPV6_HEADER;
  const end = start + uint16At(frame, packet + 4);
  return segmentAt(frame, start, end, frame[packet + 6], frame.subarray(packet + 8, start));
}

function segmentAt(
  frame: Uint8Array,
  start: number,
  end: number,
  protocol: number | undefined,
  addresses: Uint8Array,
): Segment | undefined {
  const checksumAt = protocol === IpProtocol.udp ? start + 6 : protocol === TCP ? start + 16 : undefined;
  if (protocol === undefined || checksumAt === undefined || end > frame.length || checksumAt + 2 > end)
    return undefined;
  return { start, end, checksumAt, protocol, addresses };
}

/** The sum of octets in pairs. */
function sumOf(octets: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < octets.length; index += 2) sum += uint16At(octets, index);
  return sum;
}
