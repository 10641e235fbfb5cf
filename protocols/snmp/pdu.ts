import { type Arcs, BerError, type BerReader, type BerWriter, Tag } from './ber.ts';

/** The kinds of PDU (RFC 3416 section 3; `trapV1` RFC 1157). Their numbers are their tags. */
export const PduKind = {
  get: 0xa0,
  getNext: 0xa1,
  response: 0xa2,
  set: 0xa3,
  trapV1: 0xa4,
  getBulk: 0xa5,
  inform: 0xa6,
  trapV2: 0xa7,
  report: 0xa8,
} as const;

/** One of the values of `PduKind`. */
export type PduKind = (typeof PduKind)[keyof typeof PduKind];

/** The error-status of a response (RFC 3416 section 3). */
export const ErrorStatus = {
  noError: 0,
  tooBig: 1,
  noSuchName: 2,
  badValue: 3,
  readOnly: 4,
  genErr: 5,
  noAccess: 6,
  wrongType: 7,
  wrongLength: 8,
  wrongEncoding: 9,
  wrongValue: 10,
  noCreation: 11,
  inconsistentValue: 12,
  resourceUnavailable: 13,
  commitFailed: 14,
  undoFailed: 15,
  authorizationError: 16,
  notWritable: 17,
  inconsistentName: 18,
} as const;

/** One of the values of `ErrorStatus`. */
export type ErrorStatus = (typeof ErrorStatus)[keyof typeof ErrorStatus];

/** A value of a variable, or its exception. Unsigned32 and Gauge32 are one type on the wire. */
export type SnmpValue =
  | { readonly type: 'Integer32' | 'Counter32' | 'Unsigned32' | 'TimeTicks'; readonly value: number }
  | { readonly type: 'Counter64'; readonly value: bigint }
  | { readonly type: 'OctetString' | 'IpAddress' | 'Opaque'; readonly value: Uint8Array }
  | { readonly type: 'ObjectIdentifier'; readonly value: Arcs }
  | { readonly type: 'Null' | 'noSuchObject' | 'noSuchInstance' | 'endOfMibView' };

/** A variable's name and its value. */
export interface VarBind {
  readonly name: Arcs;
  readonly value: SnmpValue;
}

/** Null, as a request has it instead of each value. */
export const nothing: SnmpValue = { type: 'Null' };

/** A PDU of any kind but `trapV1`. */
export interface Pdu {
  readonly kind: Exclude<PduKind, typeof PduKind.trapV1>;
  readonly requestId: number;
  /** Of a GetBulk: non-repeaters. */
  readonly errorStatus: number;
  /** From 1; 0 for none. Of a GetBulk: max-repetitions. */
  readonly errorIndex: number;
  readonly varBinds: readonly VarBind[];
}

/** A trap of version 1 (RFC 1157 4.1.6). */
export interface TrapV1 {
  readonly kind: typeof PduKind.trapV1;
  readonly enterprise: Arcs;
  /** Four octets. */
  readonly agentAddress: Uint8Array;
  readonly genericTrap: number;
  readonly specificTrap: number;
  /** Hundredths of a second. */
  readonly timeStamp: number;
  readonly varBinds: readonly VarBind[];
}

/** Variables that a message may name at most: the shortest takes 7 octets, and no answer to more would fit. */
const VAR_BINDS_MAXIMUM = 2048;

const kinds: ReadonlySet<number> = new Set(Object.values(PduKind));

/** Reads a PDU. Throws a `BerError`. */
export function readPdu(reader: BerReader): Pdu | TrapV1 {
  const kind = reader.peek();
  if (!isKind(kind)) throw new BerError(`no PDU of tag ${kind}`);
  const content = reader.enter(kind);
  if (kind === PduKind.trapV1) {
    const trap = {
      kind,
      enterprise: content.objectIdentifier(),
      agentAddress: addressOf(content),
      genericTrap: content.integer(),
      specificTrap: content.integer(),
      timeStamp: content.unsigned(Tag.timeTicks),
      varBinds: readVarBinds(content),
    };
    content.end();
    return trap;
  }
  const pdu = {
    kind,
    requestId: content.integer(),
    errorStatus: content.integer(),
    errorIndex: content.integer(),
    varBinds: readVarBinds(content),
  };
  content.end();
  return pdu;
}

/** Writes a PDU before what `writer` holds. */
export function writePdu(writer: BerWriter, pdu: Pdu | TrapV1): void {
  const from = writer.size;
  for (const varBind of pdu.varBinds.toReversed()) writeVarBind(writer, varBind);
  writer.wrap(Tag.sequence, from);
  if (pdu.kind === PduKind.trapV1) {
    writer.integer(pdu.timeStamp, Tag.timeTicks);
    writer.integer(pdu.specificTrap);
    writer.integer(pdu.genericTrap);
    writer.octetString(pdu.agentAddress, Tag.ipAddress);
    writer.objectIdentifier(pdu.enterprise);
  } else {
    writer.integer(pdu.errorIndex);
    writer.integer(pdu.errorStatus);
    writer.integer(pdu.requestId);
  }
  writer.wrap(pdu.kind, from);
}

function writeVarBind(writer: BerWriter, { name, value }: VarBind): void {
  const from = writer.size;
  writeValue(writer, value);
  writer.objectIdentifier(name);
  writer.wrap(Tag.sequence, from);
}

function readVarBinds(reader: BerReader): VarBind[] {
  const list = reader.enter(Tag.sequence);
  const varBinds: VarBind[] = [];
  while (!list.isAtEnd) {
    if (varBinds.length === VAR_BINDS_MAXIMUM) throw new BerError('too many variables');
    const varBind = list.enter(Tag.sequence);
    varBinds.push({ name: varBind.objectIdentifier(), value: readValue(varBind) });
    varBind.end();
  }
  return varBinds;
}

/** The tags of exceptions instead of values (RFC 3416 section 3). */
const absences = { noSuchObject: 0x80, noSuchInstance: 0x81, endOfMibView: 0x82 } as const;

function readValue(reader: BerReader): SnmpValue {
  const tag = reader.peek();
  switch (tag) {
    case Tag.integer:
      return { type: 'Integer32', value: reader.integer() };
    case Tag.octetString:
      return { type: 'OctetString', value: reader.content(tag) };
    case Tag.opaque:
      return { type: 'Opaque', value: reader.content(tag) };
    case Tag.objectIdentifier:
      return { type: 'ObjectIdentifier', value: reader.objectIdentifier() };
    case Tag.ipAddress:
      return { type: 'IpAddress', value: addressOf(reader) };
    case Tag.counter32:
      return { type: 'Counter32', value: reader.unsigned(tag) };
    case Tag.gauge32:
      return { type: 'Unsigned32', value: reader.unsigned(tag) };
    case Tag.timeTicks:
      return { type: 'TimeTicks', value: reader.unsigned(tag) };
    case Tag.counter64:
      return { type: 'Counter64', value: reader.counter64() };
    case Tag.null:
      reader.null();
      return nothing;
  }
  for (const [type, own] of Object.entries(absences)) {
    if (tag !== own) continue;
    reader.null(tag);
    return { type: type as keyof typeof absences };
  }
  throw new BerError(`no value of tag ${tag}`);
}

function writeValue(writer: BerWriter, value: SnmpValue): void {
  switch (value.type) {
    case 'Integer32':
      writer.integer(value.value);
      break;
    case 'Counter32':
      writer.integer(value.value, Tag.counter32);
      break;
    case 'Unsigned32':
      writer.integer(value.value, Tag.gauge32);
      break;
    case 'TimeTicks':
      writer.integer(value.value, Tag.timeTicks);
      break;
    case 'Counter64':
      writer.integer(value.value, Tag.counter64);
      break;
    case 'OctetString':
      writer.octetString(value.value);
      break;
    case 'IpAddress':
      writer.octetString(value.value, Tag.ipAddress);
      break;
    case 'Opaque':
      writer.octetString(value.value, Tag.opaque);
      break;
    case 'ObjectIdentifier':
      writer.objectIdentifier(value.value);
      break;
    case 'Null':
      writer.null();
      break;
    default:
      writer.null(absences[value.type]);
  }
}

function addressOf(reader: BerReader): Uint8Array {
  const address = reader.content(Tag.ipAddress);
  if (address.length !== 4) throw new BerError('an address of a wrong length');
  return address;
}

function isKind(tag: number): tag is PduKind {
  return kinds.has(tag);
}
