import { ipv4At, putUint16, uint16At } from './addresses.ts';
import { internetChecksum } from './checksum.ts';

/** A packet of IPv4 on its way through a router: fragments and options stay as they are (RFC 791). */
export interface TransitPacket {
  readonly source: string;
  readonly destination: string;
  readonly protocol: number;
  readonly timeToLive: number;
  /** Of a datagram in fragments, this is not the first one. */
  readonly isLaterFragment: boolean;
  /** Octets of the header. */
  readonly header: number;
  /** Only the packet, without the padding of its frame. */
  readonly octets: Uint8Array;
}

const SHORTEST_HEADER = 20;
const TIME_TO_LIVE = 8;
const CHECKSUM = 10;

/**
 * Reads what a router looks at; undefined where it is not IPv4, is shorter than it says, or its checksum is wrong (RFC 1812
 * 5.2.2).
 */
export function parseTransit(octets: Uint8Array): TransitPacket | undefined {
  const first = octets[0] ?? 0;
  const header = (first & 0x0f) * 4;
  const total = uint16At(octets, 2);
  if (first >>> 4 !== 4 || header < SHORTEST_HEADER || total < header || octets.length < total) return undefined;
  if (internetChecksum(octets.subarray(0, header)) !== 0) return undefined;
  return {
    source: ipv4At(octets, 12),
    destination: ipv4At(octets, 16),
    protocol: octets[9] ?? 0,
    timeToLive: octets[TIME_TO_LIVE] ?? 0,
    isLaterFragment: (uint16At(octets, 6) & 0x1fff) !== 0,
    header,
    octets: octets.subarray(0, total),
  };
}

/** The packet as it leaves the router: a copy that may live one hop less (RFC 1812 5.3.1). */
export function handedOn({ octets, header, timeToLive }: TransitPacket): Uint8Array {
  const copy = octets.slice();
  copy[TIME_TO_LIVE] = timeToLive - 1;
  putUint16(copy, CHECKSUM, 0);
  putUint16(copy, CHECKSUM, internetChecksum(copy.subarray(0, header)));
  return copy;
}

/** Why a router lets a packet go no further (RFC 792). */
export type TransitError = 'timeExceeded' | 'networkUnreachable';

const errors: Readonly<Record<TransitError, { readonly type: number; readonly code: number }>> = {
  timeExceeded: { type: 11, code: 0 },
  networkUnreachable: { type: 3, code: 0 },
};

/** Octets of the datagram that an error carries behind its header (RFC 792). */
const QUOTED = 8;

/** Writes the ICMP message for the sender; it quotes the header and what follows. */
export function buildTransitError(error: TransitError, { octets, header }: TransitPacket): Uint8Array {
  const quoted = octets.subarray(0, header + QUOTED);
  const { type, code } = errors[error];
  const message = new Uint8Array(8 + quoted.length);
  message[0] = type;
  message[1] = code;
  message.set(quoted, 8);
  putUint16(message, 2, internetChecksum(message));
  return message;
}

/** Whether a packet reports an error itself: that is never answered with another one (RFC 1122 3.2.2). */
export function isErrorMessage({ protocol, octets, header }: TransitPacket): boolean {
  const type = octets[header] ?? 0;
  return protocol === 1 && type !== 0 && type !== 8;
}
