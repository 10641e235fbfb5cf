import type { Action, Learn, LearnPart, Load } from './action.ts';
import { fieldHeader, fieldOf, type Subfield } from './field.ts';
import { equals, writeFields } from './match.ts';
import type { OctetWriter } from './octet-writer.ts';
import { ReservedPort } from './reserved-port.ts';

/** Action types (OpenFlow 1.4, 7.2.4). */
const OFPAT = { output: 0, pushVlan: 17, popVlan: 18, group: 22, setField: 25, experimenter: 0xffff } as const;

const NICIRA = 0x0000_2320;
/** Subtypes of Nicira's actions, as ovs-actions(7) describes what they do. */
const NXAST = {
  registerMove: 6,
  registerLoad: 7,
  resubmitTable: 14,
  learn: 16,
  clone: 42,
  learnWithLimit: 45,
  encapsulate: 46,
  decapsulate: 47,
  checkPacketLarger: 49,
} as const;

/** Packet types (OpenFlow 1.5, 7.2.3.11): a network service header, and whatever the next header is. */
const PacketType = { nsh: 0x1_894f, next: 0xfffe } as const;

const WHOLE_FRAME = 0xffff;
/** OpenFlow 1.0's number for "the port that the frame came in by". */
const SAME_PORT = 0xfff8;

/** Writes a list of actions (OpenFlow 1.4, 7.2.4). Throws for those that are instructions: `meter` and `gotoTable`. */
export function writeActions(writer: OctetWriter, actions: readonly Action[]): void {
  for (const action of actions) writeAction(writer, action);
}

function writeAction(writer: OctetWriter, action: Action): void {
  const start = writer.length;
  switch (action.type) {
    case 'output':
      begin(writer, OFPAT.output).uint32(action.port).uint16(0).zeros(6);
      break;
    case 'controller':
      begin(writer, OFPAT.output).uint32(ReservedPort.controller).uint16(WHOLE_FRAME).zeros(6);
      break;
    case 'pushVlan':
      begin(writer, OFPAT.pushVlan).uint16(action.tagProtocol).zeros(2);
      break;
    case 'popVlan':
      begin(writer, OFPAT.popVlan).zeros(4);
      break;
    case 'setField':
      writeFields(begin(writer, OFPAT.setField), [equals(action.field, action.value)]);
      break;
    case 'load':
      beginNicira(writer, NXAST.registerLoad)
        .uint16((action.to.offset << 6) | (action.to.bits - 1))
        .uint32(fieldHeader(action.to.field))
        .number(action.value, 8);
      break;
    case 'move':
      beginNicira(writer, NXAST.registerMove)
        .uint16(action.from.bits)
        .uint16(action.from.offset)
        .uint16(action.to.offset)
        .uint32(fieldHeader(action.from.field))
        .uint32(fieldHeader(action.to.field));
      break;
    case 'resubmit':
      beginNicira(writer, NXAST.resubmitTable).uint16(SAME_PORT).uint8(action.table).zeros(3);
      break;
    case 'clone':
      writeActions(beginNicira(writer, NXAST.clone).zeros(6), action.actions);
      break;
    case 'group':
      begin(writer, OFPAT.group).uint32(action.group);
      break;
    case 'encapsulateNsh':
      beginNicira(writer, NXAST.encapsulate).uint16(0).uint32(PacketType.nsh);
      break;
    case 'decapsulate':
      beginNicira(writer, NXAST.decapsulate).zeros(2).uint32(PacketType.next);
      break;
    case 'checkLonger':
      beginNicira(writer, NXAST.checkPacketLarger)
        .uint16(action.octets)
        .uint16(action.to.offset)
        .uint32(fieldHeader(action.to.field));
      break;
    case 'learn':
      writeLearn(writer, action);
      break;
    case 'meter':
    case 'gotoTable':
      throw new Error(`The action ${action.type} stands inside of others, or not at its end of a rule.`);
  }
  writer.pad8(start).patchUint16(start + 2, writer.length - start);
}

/** Type and a length that is filled in when the action is complete. */
function begin(writer: OctetWriter, type: number): OctetWriter {
  return writer.uint16(type).uint16(0);
}

function beginNicira(writer: OctetWriter, subtype: number): OctetWriter {
  return begin(writer, OFPAT.experimenter).uint32(NICIRA).uint16(subtype);
}

const LOAD_LENGTH = 24;

/** Reads the actions that load a field out of a list of actions; the others are left out. */
export function parseLoads(octets: Uint8Array): Load[] {
  const loads: Load[] = [];
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  for (let at = 0; at + 8 <= octets.length; at += Math.max(8, view.getUint16(at + 2))) {
    if (view.getUint16(at) !== OFPAT.experimenter || view.getUint32(at + 4) !== NICIRA) continue;
    if (view.getUint16(at + 2) !== LOAD_LENGTH || at + LOAD_LENGTH > octets.length) continue;
    if (view.getUint16(at + 8) !== NXAST.registerLoad) continue;
    const field = fieldOf(view.getUint16(at + 12), view.getUint8(at + 14) >>> 1);
    const place = view.getUint16(at + 10);
    const to = field && { field, offset: place >>> 6, bits: (place & 0x3f) + 1 };
    if (to) loads.push({ type: 'load', to, value: view.getBigUint64(at + 16) });
  }
  return loads;
}

const WRITE_RESULT = 4;

function writeLearn(writer: OctetWriter, { table, priority, cookie, hardTimeout, parts, limit }: Learn): void {
  beginNicira(writer, limit ? NXAST.learnWithLimit : NXAST.learn)
    .uint16(0)
    .uint16(hardTimeout)
    .uint16(priority)
    .number(cookie, 8)
    .uint16(limit ? WRITE_RESULT : 0)
    .uint8(table)
    .zeros(5);
  if (limit) {
    const { field, offset } = limit.taught;
    writer.uint32(limit.most).uint16(offset).zeros(2).uint32(fieldHeader(field));
  }
  for (const part of parts) writeLearnPart(writer, part);
}

const IMMEDIATE = 1 << 13;
const LOAD = 1 << 11;

function writeLearnPart(writer: OctetWriter, part: LearnPart): void {
  const target = part.type === 'match' ? part.of : part.to;
  const { from } = part;
  const immediate = typeof from === 'bigint';
  writer.uint16((immediate ? IMMEDIATE : 0) | (part.type === 'load' ? LOAD : 0) | target.bits);
  if (immediate) writer.number(from, Math.ceil(target.bits / 16) * 2);
  else writeSubfield(writer, from);
  writeSubfield(writer, target);
}

function writeSubfield(writer: OctetWriter, { field, offset }: Subfield): void {
  writer.uint32(fieldHeader(field)).uint16(offset);
}
