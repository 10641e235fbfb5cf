import { putUint16, uint16At } from './addresses.ts';
import { internetChecksum } from './checksum.ts';
import { IpProtocol } from './ipv4.ts';
import { pseudoHeader } from './pseudo-header.ts';

/** A TCP segment (RFC 9293 3.1). */
export interface TcpSegment {
  readonly sourcePort: number;
  readonly destinationPort: number;
  /** Unsigned 32-bit numbers; `acknowledgment` is 0 where `ack` is not set. */
  readonly sequence: number;
  readonly acknowledgment: number;
  readonly syn: boolean;
  readonly ack: boolean;
  readonly fin: boolean;
  readonly reset: boolean;
  readonly push: boolean;
  /** Octets that the sender takes. */
  readonly window: number;
  /** The maximum segment size option, in a segment with `syn`. */
  readonly maximumSegment: number | undefined;
  readonly content: Uint8Array;
}

const HEADER = 20;
const Flag = { fin: 0x01, syn: 0x02, reset: 0x04, push: 0x08, ack: 0x10 } as const;
const Option = { end: 0, nothing: 1, maximumSegment: 2 } as const;

/** Reads a segment that went from `source` to `destination`; undefined where it is shorter than it says or damaged. */
export function parseTcp(octets: Uint8Array, source: string, destination: string): TcpSegment | undefined {
  const header = ((octets[12] ?? 0) >>> 4) * 4;
  if (header < HEADER || octets.length < header) return undefined;
  if (internetChecksum(octets, pseudoHeader(source, destination, IpProtocol.tcp, octets.length)) !== 0)
    return undefined;
  const flags = octets[13] ?? 0;
  return {
    sourcePort: uint16At(octets, 0),
    destinationPort: uint16At(octets, 2),
    sequence: uint32At(octets, 4),
    acknowledgment: uint32At(octets, 8),
    syn: (flags & Flag.syn) !== 0,
    ack: (flags & Flag.ack) !== 0,
    fin: (flags & Flag.fin) !== 0,
    reset: (flags & Flag.reset) !== 0,
    push: (flags & Flag.push) !== 0,
    window: uint16At(octets, 14),
    maximumSegment: maximumSegmentOf(octets.subarray(HEADER, header)),
    content: octets.subarray(header),
  };
}

/** Writes a segment with its checksum over the pseudo header. */
export function buildTcp(segment: TcpSegment, source: string, destination: string): Uint8Array {
  const header = segment.maximumSegment === undefined ? HEADER : HEADER + 4;
  const octets = new Uint8Array(header + segment.content.length);
  putUint16(octets, 0, segment.sourcePort);
  putUint16(octets, 2, segment.destinationPort);
  putUint32(octets, 4, segment.sequence);
  putUint32(octets, 8, segment.acknowledgment);
  octets[12] = (header / 4) << 4;
  for (const [name, bit] of Object.entries(Flag)) {
    if (segment[name as keyof typeof Flag]) octets[13] = (octets[13] ?? 0) | bit;
  }
  putUint16(octets, 14, segment.window);
  if (segment.maximumSegment !== undefined) {
    octets[HEADER] = Option.maximumSegment;
    octets[HEADER + 1] = 4;
    putUint16(octets, HEADER + 2, segment.maximumSegment);
  }
  octets.set(segment.content, header);
  const sum = pseudoHeader(source, destination, IpProtocol.tcp, octets.length);
  putUint16(octets, 16, internetChecksum(octets, sum));
  return octets;
}

/** The length of a segment in sequence space: its content, and one each for SYN and FIN. */
export function sequenceLength({ content, syn, fin }: TcpSegment): number {
  return content.length + (syn ? 1 : 0) + (fin ? 1 : 0);
}

function maximumSegmentOf(options: Uint8Array): number | undefined {
  let offset = 0;
  while (offset < options.length && options[offset] !== Option.end) {
    if (options[offset] === Option.nothing) {
      offset += 1;
      continue;
    }
    const length = options[offset + 1] ?? 0;
    if (length < 2) return undefined;
    if (options[offset] === Option.maximumSegment && length === 4) return uint16At(options, offset + 2);
    offset += length;
  }
  return undefined;
}

function uint32At(octets: Uint8Array, offset: number): number {
  return uint16At(octets, offset) * 0x1_0000 + uint16At(octets, offset + 2);
}

function putUint32(octets: Uint8Array, offset: number, value: number): void {
  putUint16(octets, offset, value >>> 16);
  putUint16(octets, offset + 2, value & 0xffff);
}
