import { Field, fieldOf, formatFieldValue, octetsOf } from './field.ts';
import type { OctetWriter } from './octet-writer.ts';

/** One condition of a rule: where `mask` has a bit, the field has to be as `value`. */
export interface FieldMatch {
  readonly field: Field;
  /** 0 where the mask is. */
  readonly value: bigint;
  readonly mask: bigint;
}

/** The conditions of a rule: all have to hold. None match everything. */
export type Match = readonly FieldMatch[];

/** Holds where all bits of a field are those of `value`. */
export function equals(field: Field, value: number | bigint): FieldMatch {
  return masked(field, value, everyBit(field));
}

/** Holds where the bits of `mask` are those of `value`. */
export function masked(field: Field, value: number | bigint, mask: number | bigint): FieldMatch {
  const bits = BigInt(mask);
  if (bits > everyBit(field)) throw new RangeError(`Field ${field.name} has ${field.bits} bits only.`);
  if ((BigInt(value) & ~bits) !== 0n) throw new RangeError(`A value of ${field.name} goes beyond its mask.`);
  return { field, value: BigInt(value), mask: bits };
}

/** Holds for frames that carry a C-tag of VLAN `vlan`, 0 for a priority tag. */
export function inVlan(vlan: number): FieldMatch {
  return equals(Field.vlanVid, TAG_PRESENT + vlan);
}

/** The bit of a VLAN field that means the presence of a tag. */
export const TAG_PRESENT = 0x1000;

const everyBitOf = Array.from({ length: 129 }, (_, bits) => (1n << BigInt(bits)) - 1n);

function everyBit({ bits }: Field): bigint {
  return everyBitOf[bits] ?? 0n;
}

/**
 * As ovs-ofctl(8) reads it, without blanks: "in_port=0x1,eth_type=0x800", "" for everything. Two matches that say the
 * same in the same order have the same text.
 */
export function formatMatch(match: Match): string {
  return match
    .map(({ field, value, mask }) => {
      if (field.notation === 'fragment') return `${field.name}=${fragmentWord(value, mask)}`;
      const whole = mask === everyBit(field);
      return `${field.name}=${formatFieldValue(field, value)}${whole ? '' : `/${formatFieldValue(field, mask)}`}`;
    })
    .join(',');
}

const FRAGMENT_WORDS: ReadonlyMap<string, string> = new Map([
  ['0/2', 'not_later'],
  ['2/2', 'later'],
  ['0/1', 'no'],
  ['1/1', 'yes'],
]);

/** ovs-ofctl knows fragments by words only. */
function fragmentWord(value: bigint, mask: bigint): string {
  const word = FRAGMENT_WORDS.get(`${value}/${mask}`);
  if (word === undefined) throw new RangeError('There is no word for these fragments.');
  return word;
}

/**
 * Writes the conditions as OXM fields (OpenFlow 1.4, 7.2.2.2), without a header around them. Prerequisites come first,
 * as the switch demands.
 */
export function writeFields(writer: OctetWriter, match: Match): void {
  const ordered = match.length > 1 ? [...match].sort((a, b) => rank(a.field) - rank(b.field)) : match;
  for (const { field, value, mask } of ordered) {
    const octets = octetsOf(field);
    const whole = mask === everyBit(field);
    writer.uint16(field.oxmClass).uint8((field.number << 1) | (whole ? 0 : 1));
    writer.uint8(whole ? octets : 2 * octets).number(value, octets);
    if (!whole) writer.number(mask, octets);
  }
}

const PREREQUISITES: readonly Field[] = [
  Field.vlanTci,
  Field.vlanVid,
  Field.ethType,
  Field.ipProtocol,
  Field.icmpv6Type,
];

function rank(field: Field): number {
  const place = PREREQUISITES.indexOf(field);
  return place < 0 ? PREREQUISITES.length : place;
}

/** Reads consecutive conditions in the form of OXM fields; those on unknown fields are skipped. */
export function parseFields(octets: Uint8Array): Match {
  return conditionsIn(octets).flatMap((condition) => condition ?? []);
}

/** The same; undefined where one of them is on an unknown field. */
export function parseEveryField(octets: Uint8Array): Match | undefined {
  const known: FieldMatch[] = [];
  for (const condition of conditionsIn(octets)) {
    if (!condition) return undefined;
    known.push(condition);
  }
  return known;
}

/** The class of experimenters' fields, and the one of them that has fields in use here (ONFOXM_ET_TCP_FLAGS). */
const EXPERIMENTER_CLASS = 0xffff;
const ONF = 0x4f4e_4600;

/** Each condition; undefined for one on an unknown field. */
function conditionsIn(octets: Uint8Array): (FieldMatch | undefined)[] {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  const conditions: (FieldMatch | undefined)[] = [];
  for (let at = 0; at + 4 <= octets.length; ) {
    const oxmClass = view.getUint16(at);
    const end = at + 4 + view.getUint8(at + 3);
    const isOfExperimenter = oxmClass === EXPERIMENTER_CLASS;
    const isForeign = isOfExperimenter && !(at + 8 <= octets.length && view.getUint32(at + 4) === ONF);
    const field = isForeign ? undefined : fieldOf(oxmClass, view.getUint8(at + 2) >>> 1);
    const isMasked = (view.getUint8(at + 2) & 1) === 1;
    const value = octets.subarray(at + (isOfExperimenter ? 8 : 4), end);
    conditions.push(field && conditionOf(field, value, isMasked));
    at = end;
  }
  return conditions;
}

function conditionOf(field: Field, octets: Uint8Array, isMasked: boolean): FieldMatch | undefined {
  if (octets.length !== octetsOf(field) * (isMasked ? 2 : 1)) return undefined;
  const middle = isMasked ? octets.length / 2 : octets.length;
  const mask = isMasked ? numberOf(octets.subarray(middle)) : everyBit(field);
  return { field, value: numberOf(octets.subarray(0, middle)) & mask, mask };
}

function numberOf(octets: Uint8Array): bigint {
  let value = 0n;
  for (const octet of octets) value = (value << 8n) | BigInt(octet);
  return value;
}

const OXM_MATCH = 1;
const MATCH_HEADER = 4;

/** Writes a match with its header, padded to 8 octets (OpenFlow 1.4, 7.2.2.1). */
export function writeMatch(writer: OctetWriter, match: Match): void {
  const start = writer.length;
  writer.uint16(OXM_MATCH).uint16(MATCH_HEADER);
  writeFields(writer, match);
  writer.patchUint16(start + 2, writer.length - start).pad8(start);
}

/** The same of conditions that are OXM fields already. */
export function writeMatchOf(writer: OctetWriter, fields: Uint8Array): void {
  const start = writer.length;
  writer
    .uint16(OXM_MATCH)
    .uint16(MATCH_HEADER + fields.length)
    .octets(fields)
    .pad8(start);
}

/** A MAC address, "00-11-22-AA-BB-CC" or with colons, as a field's value. */
export function macValue(mac: string): bigint {
  return BigInt(`0x${mac.replaceAll(/[-:]/g, '')}`);
}

/** A field's value as a MAC address: "00-11-22-AA-BB-CC". */
export function macText(value: bigint): string {
  const digits = value.toString(16).padStart(12, '0').toUpperCase();
  return (digits.match(/../g) ?? []).join('-');
}

/** Both at once, as one match; nothing where they exclude each other. */
export function together(one: Match, other: Match): Match[] {
  const merged = new Map<Field, FieldMatch>();
  for (const condition of [...one, ...other]) {
    const present = merged.get(condition.field);
    if (present && ((present.value ^ condition.value) & present.mask & condition.mask) !== 0n) return [];
    merged.set(
      condition.field,
      present ? masked(condition.field, present.value | condition.value, present.mask | condition.mask) : condition,
    );
  }
  return [[...merged.values()]];
}
