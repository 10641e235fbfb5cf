/** Flags in front of the octets of TLS (RFC 5216 3.1); the version of PEAP and TTLS is in the lowest bits (RFC 5281 9.1). */
const Flag = { length: 0x80, more: 0x40, start: 0x20, version: 0x07 } as const;

const LENGTH = 4;

/**
 * Octets of TLS in one packet at most: with its header an EAP packet of 1,400 octets, which fits a frame even through a tunnel or
 * two.
 */
export const FRAGMENT_MAXIMUM = 1400 - 5 - 1 - LENGTH;

/** Octets that a station may send in one message: without a certificate of its own it needs a few thousand. */
export const MESSAGE_MAXIMUM = 16 * 1024;

/** The received part of one message, and the rest of another one to be sent. */
export interface Fragments {
  readonly received: readonly Uint8Array[];
  /** Octets announced by the first fragment; undefined between two messages. */
  readonly announced: number | undefined;
  readonly outgoing: Uint8Array;
}

/** Nothing under way. */
export const noFragments: Fragments = { received: [], announced: undefined, outgoing: new Uint8Array() };

/** Meaning of a station's packet for the fragments. */
export type FragmentReading =
  /** Against the rules: the conversation ends. */
  | { readonly kind: 'fault' }
  /** More is to come: it is acknowledged. */
  | { readonly kind: 'more'; readonly fragments: Fragments }
  /** It acknowledged a fragment, and the next one is due. */
  | { readonly kind: 'acknowledged' }
  /** A whole message; empty for the acknowledgement of the last fragment. */
  | { readonly kind: 'message'; readonly octets: Uint8Array };

const fault: FragmentReading = { kind: 'fault' };

/**
 * Reads what a station sends behind the type of the method (RFC 5216 2.1.5 and 3.1).
 * @param version of PEAP or TTLS; any other one is a fault.
 */
export function takeFragment(fragments: Fragments, data: Uint8Array, version: number): FragmentReading {
  const [flags] = data;
  if (flags === undefined || (flags & Flag.start) !== 0 || (flags & Flag.version) !== version) return fault;
  const hasLength = (flags & Flag.length) !== 0;
  const isMore = (flags & Flag.more) !== 0;
  const octets = data.subarray(1 + (hasLength ? LENGTH : 0));
  if (hasLength && data.length < 1 + LENGTH) return fault;
  const length = hasLength ? new DataView(data.buffer, data.byteOffset + 1, LENGTH).getUint32(0) : undefined;
  if (fragments.outgoing.length > 0) return octets.length === 0 && !isMore ? { kind: 'acknowledged' } : fault;
  const isFirst = fragments.announced === undefined;
  const announced = fragments.announced ?? length;
  // The first of several fragments has to say how long they are together.
  if (announced === undefined) return isMore ? fault : { kind: 'message', octets };
  if (announced > MESSAGE_MAXIMUM || (!isFirst && length !== undefined && length !== announced)) return fault;
  if (isMore && octets.length === 0) return fault;
  const received = [...fragments.received, octets];
  const total = received.reduce((sum, each) => sum + each.length, 0);
  if (isMore) return total < announced ? { kind: 'more', fragments: { ...fragments, received, announced } } : fault;
  return total === announced ? { kind: 'message', octets: Buffer.concat(received) } : fault;
}

/** The packet that begins the method. */
export function startOf(version: number): Uint8Array {
  return Uint8Array.of(Flag.start | version);
}

/** An acknowledgement. */
export function acknowledgementOf(version: number): Uint8Array {
  return Uint8Array.of(version);
}

/** The next packet of what has to go; `isFirst` says how long it is in all. */
export function nextFragment(
  outgoing: Uint8Array,
  version: number,
  isFirst: boolean,
): { readonly data: Uint8Array; readonly rest: Uint8Array } {
  const octets = outgoing.subarray(0, FRAGMENT_MAXIMUM);
  const rest = outgoing.subarray(octets.length);
  const saysLength = isFirst && rest.length > 0;
  const flags = version | (saysLength ? Flag.length : 0) | (rest.length > 0 ? Flag.more : 0);
  const data = new Uint8Array(1 + (saysLength ? LENGTH : 0) + octets.length);
  data[0] = flags;
  if (saysLength) new DataView(data.buffer).setUint32(1, outgoing.length);
  data.set(octets, data.length - octets.length);
  return { data, rest };
}
