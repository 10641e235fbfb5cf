/** The types of a group record (RFC 3376 4.2.12, RFC 3810 5.2.12). */
export const RecordType = {
  isInclude: 1,
  isExclude: 2,
  toInclude: 3,
  toExclude: 4,
  allowNewSources: 5,
  blockOldSources: 6,
} as const;

/** A host's statement about one group in a report of IGMPv3 or MLDv2. */
export interface GroupRecord {
  /** One of `RecordType`. */
  readonly type: number;
  readonly group: string;
  readonly sources: readonly string[];
}

/** Asks who listens: to one group, or to any. */
export interface MembershipQuery {
  readonly kind: 'query';
  /** Of the protocol: IGMP 1 to 3, MLD 1 and 2. */
  readonly version: number;
  /** The group that is asked for; undefined for a general query. */
  readonly group: string | undefined;
  /** Milliseconds within which hosts answer. */
  readonly maxResponse: number;
  /** Routers are asked not to shorten their timers (RFC 3376 4.1.5). */
  readonly suppress: boolean;
  /** How many sources of the group are queried; 0 for all. */
  readonly sources: number;
}

/** A host listens to a group (IGMPv1, IGMPv2, MLDv1). */
interface MembershipReport {
  readonly kind: 'report';
  readonly version: number;
  readonly group: string;
}

/** A host leaves a group (IGMPv2 Leave, MLDv1 Done). */
interface MembershipLeave {
  readonly kind: 'leave';
  readonly group: string;
}

/** A host's statement about several groups (IGMPv3, MLDv2). */
interface MembershipRecords {
  readonly kind: 'records';
  readonly records: readonly GroupRecord[];
}

/** A message between hosts and routers about multicast groups; addresses are canonical text of one family. */
export type MembershipMessage = MembershipQuery | MembershipReport | MembershipLeave | MembershipRecords;

/** A message read from a frame, with the address that sent it. */
export type HeardMessage = { readonly source: string } & (
  | MembershipMessage
  /** A multicast router says that it is there (PIM hello, DVMRP). */
  | { readonly kind: 'router' }
  /** Whole, but nothing that snooping knows; it is forwarded like any other (RFC 4541 2.1.1). */
  | { readonly kind: 'unknown' }
);

/** The sender of a message: the addresses on its frame and packet. */
export interface MessageSender {
  readonly mac: string;
  readonly address: string;
}

/** How a query says the querier's own values (RFC 3376 4.1.6, 4.1.7); versions before say none. */
export interface QuerierValues {
  /** Above 7 it is said as 0. */
  readonly robustness: number;
  /** Milliseconds. */
  readonly interval: number;
}

/**
 * A time as the code of a query says it: up to `128 << (exponent bits)` plainly, above as a float of `mantissa` bits and three
 * bits of exponent (RFC 3376 4.1.1, RFC 3810 5.1.3), rounded down.
 */
export function encodeTime(value: number, mantissa: 4 | 12): number {
  const plain = 1 << (mantissa + 3);
  if (value < plain) return Math.max(0, Math.floor(value));
  for (let exponent = 0; exponent < 8; exponent += 1) {
    const scaled = Math.floor(value / 2 ** (exponent + 3));
    if (scaled < 1 << (mantissa + 1)) return plain | (exponent << mantissa) | (scaled & ((1 << mantissa) - 1));
  }
  return plain | (plain - 1);
}

/** The value of a code of `encodeTime`. */
export function decodeTime(code: number, mantissa: 4 | 12): number {
  const plain = 1 << (mantissa + 3);
  if (code < plain) return code;
  const exponent = (code >>> mantissa) & 0b111;
  return ((code & ((1 << mantissa) - 1)) | (1 << mantissa)) * 2 ** (exponent + 3);
}
