import { QUEUEING_HANDLE, queueClass, type Scheduling } from './queue-tag.ts';

/** Exit of frames with a port's number in their tag: the device as the kernel numbers it, and its longest frame. */
export interface Exit {
  readonly port: number;
  readonly device: number;
  /** Octets without FCS and C-tag. */
  readonly longest: number;
}

/** Octets of the fields of a frame as programs see them (struct __sk_buff of linux/bpf.h). */
const Frame = { length: 0, hasTag: 20, tagControl: 24, tagProtocol: 28, priority: 32 } as const;

/** Calls of the kernel (bpf-helpers(7)). */
const Call = { popTag: 19, sendCopy: 13 } as const;

/** Operations (RFC 9669, 4): of 64 bits, with a number or a register (`…By`). */
const Op = {
  set: 0xb7,
  setBy: 0xbf,
  setWord: 0xb4,
  or: 0x4f,
  and: 0x57,
  add: 0x07,
  shiftRight: 0x77,
  load: 0x61,
  store: 0x63,
  jump: 0x05,
  ifEqual: 0x15,
  unlessEqual: 0x55,
  ifAbove: 0x25,
  call: 0x85,
  exit: 0x95,
} as const;

/** Fate of a frame (linux/pkt_cls.h). */
const Verdict = { drop: 2, taken: 4 } as const;
const VID = 0xfff;
const PRIORITY_AT = 13;
/** 0x8100 in network order, as a little-endian machine reads it. */
const CUSTOMER_TAG = 0x0081;
const TAG_LENGTH = 4;

interface Instruction {
  readonly op: number;
  readonly to?: number;
  readonly from?: number;
  readonly at?: number;
  readonly value?: number;
  /** Target of a jump: this label. */
  readonly label?: string;
}

/** Registers: results and arguments of calls, and those that calls leave as they are. */
const [RESULT, FIRST, SECOND, THIRD, FRAME, QUEUE, PORT] = [0, 1, 2, 3, 6, 7, 8];

/**
 * The program that removes the outermost tag of a frame and sends it out of the device that the tag's VLAN denotes, in
 * the class that its priority denotes. A copy is sent, which is not charged to the socket that the frame came from. The
 * kernel checks the program when it loads it.
 */
export function sortingProgram(exits: readonly Exit[], scheduling: Scheduling): Uint8Array {
  const lines: Instruction[] = [
    { op: Op.setBy, to: FRAME, from: FIRST },
    { op: Op.load, to: RESULT, from: FRAME, at: Frame.hasTag },
    { op: Op.ifEqual, to: RESULT, value: 0, label: 'drop' },
    { op: Op.load, to: PORT, from: FRAME, at: Frame.tagControl },
    { op: Op.setBy, to: QUEUE, from: PORT },
    { op: Op.and, to: PORT, value: VID },
    { op: Op.shiftRight, to: QUEUE, value: PRIORITY_AT },
    // Only the tag's priority is left; the kernel passes at most 16 bits of tag.
    { op: Op.and, to: QUEUE, value: 7 },
    { op: Op.add, to: QUEUE, value: queueClass(scheduling, 0) },
    { op: Op.setWord, to: FIRST, value: QUEUEING_HANDLE << 16 },
    { op: Op.or, to: QUEUE, from: FIRST },
    { op: Op.store, to: FRAME, from: QUEUE, at: Frame.priority },
    { op: Op.setBy, to: FIRST, from: FRAME },
    { op: Op.call, value: Call.popTag },
    { op: Op.unlessEqual, to: RESULT, value: 0, label: 'drop' },
    // A C-tag that is still present is kept beside the frame, any other counts as part of it.
    { op: Op.load, to: SECOND, from: FRAME, at: Frame.length },
    { op: Op.load, to: RESULT, from: FRAME, at: Frame.hasTag },
    { op: Op.ifEqual, to: RESULT, value: 0, label: 'measured' },
    { op: Op.load, to: RESULT, from: FRAME, at: Frame.tagProtocol },
    { op: Op.ifEqual, to: RESULT, value: CUSTOMER_TAG, label: 'measured' },
    { op: Op.add, to: SECOND, value: TAG_LENGTH },
  ];
  const labels = new Map([['measured', lines.length]]);
  for (const { port, device, longest } of exits) {
    lines.push(
      { op: Op.unlessEqual, to: PORT, value: port, at: 4 },
      { op: Op.ifAbove, to: SECOND, value: longest, label: 'drop' },
      { op: Op.setBy, to: FIRST, from: FRAME },
      { op: Op.set, to: SECOND, value: device },
      { op: Op.jump, label: 'send' },
    );
  }
  labels.set('drop', lines.length);
  lines.push({ op: Op.set, to: RESULT, value: Verdict.drop }, { op: Op.exit });
  labels.set('send', lines.length);
  lines.push(
    { op: Op.set, to: THIRD, value: 0 },
    { op: Op.call, value: Call.sendCopy },
    { op: Op.set, to: RESULT, value: Verdict.taken },
    { op: Op.exit },
  );
  return encode(lines, labels);
}

const INSTRUCTION = 8;

/** RFC 9669, 3.1. */
function encode(lines: readonly Instruction[], labels: ReadonlyMap<string, number>): Uint8Array {
  const octets = new Uint8Array(lines.length * INSTRUCTION);
  const view = new DataView(octets.buffer);
  for (const [number, { op, to = 0, from = 0, at = 0, value = 0, label }] of lines.entries()) {
    const start = number * INSTRUCTION;
    const offset = label === undefined ? at : (labels.get(label) ?? 0) - number - 1;
    view.setUint8(start, op);
    view.setUint8(start + 1, (from << 4) | to);
    view.setInt16(start + 2, offset, true);
    view.setInt32(start + 4, value, true);
  }
  return octets;
}
