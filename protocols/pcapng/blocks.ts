/** The order of octets in a file is that of its writer: here the lowest first. */
const LOWEST_FIRST = true;

const BlockType = { sectionHeader: 0x0a0d_0d0a, interface: 1, interfaceStatistics: 5, enhancedPacket: 6 } as const;
const BYTE_ORDER_MAGIC = 0x1a2b_3c4d;
const VERSION_MAJOR = 1;
/** LINKTYPE_ETHERNET. */
const ETHERNET = 1;
/** Decimal digits behind the second in the times of a file: microseconds. */
const RESOLUTION = 6;
const UNKNOWN_LENGTH = -1n;

const Option = { end: 0 } as const;
const SectionOption = { hardware: 2, application: 4 } as const;
const InterfaceOption = { name: 2, description: 3, resolution: 9 } as const;
const PacketOption = { flags: 2 } as const;
const StatisticsOption = { received: 4, dropped: 5 } as const;

/** Type, length, and the length again. */
const FRAME_OF_BLOCK = 12;
const PACKET_HEADER = 20;
/** The option of the direction, and the end of options. */
const PACKET_OPTIONS = 12;

/** Which way a packet went, as seen from its interface. */
type PacketDirection = 'inbound' | 'outbound';

const directions: Readonly<Record<PacketDirection, number>> = { inbound: 1, outbound: 2 };

/** The beginning of a pcapng file: who wrote it. */
export function sectionHeader(given: { readonly hardware: string; readonly application: string }): Uint8Array {
  const body = new Uint8Array(16);
  const view = viewOf(body);
  view.setUint32(0, BYTE_ORDER_MAGIC, LOWEST_FIRST);
  view.setUint16(4, VERSION_MAJOR, LOWEST_FIRST);
  view.setBigInt64(8, UNKNOWN_LENGTH, LOWEST_FIRST);
  return block(
    BlockType.sectionHeader,
    body,
    options([SectionOption.hardware, utf8(given.hardware)], [SectionOption.application, utf8(given.application)]),
  );
}

/** An Ethernet interface; packets name it by its place in the file, from 0. `octets` of each frame are kept at most. */
export function interfaceDescription(given: {
  readonly name: string;
  readonly description: string;
  readonly octets: number;
}): Uint8Array {
  const body = new Uint8Array(8);
  const view = viewOf(body);
  view.setUint16(0, ETHERNET, LOWEST_FIRST);
  view.setUint32(4, given.octets, LOWEST_FIRST);
  const described: OptionGiven[] =
    given.description === '' ? [] : [[InterfaceOption.description, utf8(given.description)]];
  return block(
    BlockType.interface,
    body,
    options([InterfaceOption.name, utf8(given.name)], ...described, [
      InterfaceOption.resolution,
      Uint8Array.of(RESOLUTION),
    ]),
  );
}

/** A packet as a block of a file. */
export interface CapturedPacket {
  readonly interface: number;
  readonly direction: PacketDirection;
  /** Milliseconds since 1970, with fractions. */
  readonly time: number;
  /** Without FCS. */
  readonly frame: Uint8Array;
  /** Octets of the frame that are kept at most. */
  readonly octets: number;
}

/** The octets that a packet takes in a file. */
export function packetLength({ frame, octets }: Pick<CapturedPacket, 'frame' | 'octets'>): number {
  return FRAME_OF_BLOCK + PACKET_HEADER + padded(Math.min(frame.length, octets)) + PACKET_OPTIONS;
}

/** Where the octets of the frame begin within its block. */
export const FRAME_AT = 8 + PACKET_HEADER;

/** Writes an Enhanced Packet Block (draft-ietf-opsawg-pcapng 4.3) at `at`; it takes `packetLength`. */
export function putPacket(into: Uint8Array, at: number, packet: CapturedPacket): void {
  const length = packetLength(packet);
  const kept = Math.min(packet.frame.length, packet.octets);
  const view = new DataView(into.buffer, into.byteOffset + at, length);
  into.fill(0, at, at + length);
  const time = BigInt(Math.max(0, Math.round(packet.time * 1000)));
  const words = [
    BlockType.enhancedPacket,
    length,
    packet.interface,
    Number(time >> 32n),
    Number(time & 0xffff_ffffn),
    kept,
    packet.frame.length,
  ];
  for (const [place, word] of words.entries()) view.setUint32(place * 4, word, LOWEST_FIRST);
  into.set(packet.frame.subarray(0, kept), at + FRAME_AT);
  const option = FRAME_AT + padded(kept);
  view.setUint16(option, PacketOption.flags, LOWEST_FIRST);
  view.setUint16(option + 2, 4, LOWEST_FIRST);
  view.setUint32(option + 4, directions[packet.direction], LOWEST_FIRST);
  view.setUint32(length - 4, length, LOWEST_FIRST);
}

/** What an interface counted by the end of a file. */
export function interfaceStatistics(given: {
  readonly interface: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly received: number;
  readonly dropped: number;
}): Uint8Array {
  const body = new Uint8Array(12);
  const view = viewOf(body);
  const time = BigInt(Math.max(0, Math.round(given.time * 1000)));
  view.setUint32(0, given.interface, LOWEST_FIRST);
  view.setUint32(4, Number(time >> 32n), LOWEST_FIRST);
  view.setUint32(8, Number(time & 0xffff_ffffn), LOWEST_FIRST);
  return block(
    BlockType.interfaceStatistics,
    body,
    options([StatisticsOption.received, count(given.received)], [StatisticsOption.dropped, count(given.dropped)]),
  );
}

type OptionGiven = readonly [code: number, value: Uint8Array];

function options(...given: readonly OptionGiven[]): Uint8Array {
  const length = given.reduce((sum, [, value]) => sum + 4 + padded(value.length), 0);
  const octets = new Uint8Array(length + 4);
  const view = viewOf(octets);
  let at = 0;
  for (const [code, value] of given) {
    view.setUint16(at, code, LOWEST_FIRST);
    view.setUint16(at + 2, value.length, LOWEST_FIRST);
    octets.set(value, at + 4);
    at += 4 + padded(value.length);
  }
  view.setUint32(at, Option.end, LOWEST_FIRST);
  return octets;
}

function block(type: number, body: Uint8Array, after: Uint8Array): Uint8Array {
  const length = FRAME_OF_BLOCK + body.length + after.length;
  const octets = new Uint8Array(length);
  const view = viewOf(octets);
  view.setUint32(0, type, LOWEST_FIRST);
  view.setUint32(4, length, LOWEST_FIRST);
  octets.set(body, 8);
  octets.set(after, 8 + body.length);
  view.setUint32(length - 4, length, LOWEST_FIRST);
  return octets;
}

function count(value: number): Uint8Array {
  const octets = new Uint8Array(8);
  viewOf(octets).setBigUint64(0, BigInt(value), LOWEST_FIRST);
  return octets;
}

function viewOf(octets: Uint8Array): DataView {
  return new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
}

/** Everything in a file begins at a multiple of four octets. */
function padded(length: number): number {
  return (length + 3) & ~3;
}

const encoder = new TextEncoder();

function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}
