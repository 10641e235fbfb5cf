import type { PortList } from '../../model/values/port-list.ts';

/**
 * Start of the four octets of a chunk: the frame's first octet, the one behind its type, or the one behind its IP
 * header.
 */
export type ChunkBase = 'l2' | 'l3' | 'l4';

/**
 * The fields of a frame that a rule may compare, with their bits, in the order of `FrameReading`.
 * - `vlan`, `priority`: as classified; a tag's priority is its own.
 * - `etherType`: behind up to two tags, each a C-tag or an S-tag, and a SNAP header (RFC 1042), if there are any.
 * - fields named after IP exist only in its packets. Of a broken header all are 0.
 * - `ipProtocol`: of IPv6 what follows its extension headers, 44 for a later fragment.
 * - ports, flags and ICMP types exist only in whole packets and first fragments of their protocol.
 */
export const accessFieldBits = {
  vlan: 12,
  priority: 3,
  destination: 48,
  source: 48,
  etherType: 16,
  ipv4Source: 32,
  ipv4Destination: 32,
  dscp: 6,
  ipv6Source: 128,
  ipv6Destination: 128,
  trafficClass: 8,
  flowLabel: 20,
  ipProtocol: 8,
  sourcePort: 16,
  destinationPort: 16,
  tcpFlags: 6,
  icmpType: 8,
  icmpCode: 8,
  igmpType: 8,
} as const;

/** A field that has a name. */
export type NamedField = keyof typeof accessFieldBits;

/** Four octets at a place: "l2+12" begins with the type of an untagged frame. A frame that ends before has no such field. */
type ChunkField = `${ChunkBase}+${number}`;

/** One condition: where `mask` has a bit, the field has to be there and as `value`, which is 0 elsewhere. */
export interface AccessCondition {
  readonly field: NamedField | ChunkField;
  readonly value: bigint;
  readonly mask: bigint;
}

/**
 * A rule of the access control list (docs/specification/security.md 5.0). The first that holds a frame, and its port, decides; a
 * frame of none goes on.
 */
export interface AccessRulePlan {
  /** All have to hold; each field once. None holds every frame. */
  readonly match: readonly AccessCondition[];
  /** Ports that it works on, as frames come in by them. */
  readonly ports: PortList;
  readonly action: 'permit' | 'deny';
  /** The port that gets a copy of what is permitted, as received. */
  readonly copyTo?: number;
  /** Kilobits a second of frames, without their FCS, that it permits; what is over is dropped. `RATE_BURST` at once. */
  readonly rateKilobits?: number;
  /** 802.1p priority that it gives, to the tag of a tagged frame, too. */
  readonly priority?: number;
  /** DSCP that it gives to IP packets (RFC 2474), or precedence, the upper three bits of that (RFC 791). Not both. */
  readonly dscp?: number;
  readonly precedence?: number;
  /** Rules of a lower rank are asked first, those of one rank by their keys. Without it: the profile of its key. */
  readonly rank?: number;
}

/** Octets that a rate lets pass at once. */
export const RATE_BURST = 65_536;

/** The base and the offset of a chunk; undefined for a field that has a name. */
export function chunkOf(field: AccessCondition['field']):
  | {
      readonly base: ChunkBase;
      readonly offset: number;
    }
  | undefined {
  if (!isChunk(field)) return undefined;
  // A chunk's name is made of its base and its offset.
  return { base: field.slice(0, 2) as ChunkBase, offset: Number(field.slice(3)) };
}

function isChunk(field: AccessCondition['field']): field is ChunkField {
  return field[2] === '+';
}

/** The bits of a field. */
export function bitsOfField(field: AccessCondition['field']): number {
  return isChunk(field) ? 32 : accessFieldBits[field];
}

/** Octets of a frame's beginning that every switch can look at: both addresses and the type behind them. */
const FRAME_HEAD = 14;

/** Whether a chunk compares only the frame's head, and its type as a whole or not at all (`packetContent`). */
export function isOfFrameHead(
  { base, offset }: { readonly base: ChunkBase; readonly offset: number },
  mask: bigint,
): boolean {
  if (base !== 'l2' || offset >= FRAME_HEAD) return false;
  const beyond = BigInt(Math.max(0, offset + 4 - FRAME_HEAD) * 8);
  const type =
    offset + 4 > FRAME_HEAD - 2 ? (mask >> beyond) & ((1n << BigInt(Math.min(4, offset + 4 - 12) * 8)) - 1n) : 0n;
  return (mask & ((1n << beyond) - 1n)) === 0n && (type === 0n || (type & 0xffffn) === 0xffffn);
}

/** Whether two rules look for the same frames, whatever their ports. */
export function sameMatch(one: AccessRulePlan, other: AccessRulePlan): boolean {
  return one.match === other.match || matchText(one) === matchText(other);
}

function matchText({ match }: AccessRulePlan): string {
  return match
    .map(({ field, value, mask }) => `${field} ${value} ${mask}`)
    .sort()
    .join();
}

/** Rules that a profile has room for in keys. */
const RULES = 0x1_0000;
/** Beyond every key. */
const KEYS = 2 ** 32;

/** The key of a rule in a plan, by profile and then by its own number: rules without a rank are asked in its order. */
export function accessRuleKey(profile: number, rule: number): number {
  return profile * RULES + rule;
}

/** When a rule is asked: before those with a higher number. */
export function accessTurn(key: number, { rank }: Pick<AccessRulePlan, 'rank'>): number {
  return (rank ?? Math.floor(key / RULES)) * KEYS + key;
}

/** Rules in the order that they are asked in. Made once for each map. */
export function accessOrder(
  rules: ReadonlyMap<number, AccessRulePlan>,
): readonly (readonly [key: number, rule: AccessRulePlan])[] {
  const known = orders.get(rules);
  if (known) return known;
  const order = [...rules].sort((one, other) => accessTurn(...one) - accessTurn(...other));
  orders.set(rules, order);
  return order;
}

const orders = new WeakMap<ReadonlyMap<number, AccessRulePlan>, readonly (readonly [number, AccessRulePlan])[]>();
