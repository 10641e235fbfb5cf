import type { Action } from './action.ts';
import { writeActions } from './action-octets.ts';
import { type Match, parseFields } from './match.ts';
import { OctetWriter } from './octet-writer.ts';

/** A frame that a rule handed to the controller. */
export interface PacketIn {
  /** Of the rule. */
  readonly cookie: bigint;
  /** The OpenFlow port that it came in by. */
  readonly port: number;
  /** Its metadata: the registers that are not 0, as far as its fields are known here. */
  readonly fields: Match;
  readonly frame: Uint8Array;
}

const OXM_BASIC = 0x8000;
const OXM_IN_PORT = 0;
const MATCH_AT = 16;
const NO_BUFFER = 0xffff_ffff;
const ACTIONS_LENGTH_AT = 8;

/** Reads the body of a packet-in (OpenFlow 1.4, 7.4.1); undefined where it is damaged or names no port. */
export function parsePacketIn(body: Uint8Array): PacketIn | undefined {
  if (body.length < MATCH_AT + 8) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const matchLength = view.getUint16(MATCH_AT + 2);
  const frameAt = MATCH_AT + Math.ceil(matchLength / 8) * 8 + 2;
  const port = inPort(view, MATCH_AT + 4, Math.min(MATCH_AT + matchLength, body.length));
  if (port === undefined || frameAt > body.length) return undefined;
  const fields = parseFields(body.subarray(MATCH_AT + 4, MATCH_AT + matchLength));
  return { cookie: view.getBigUint64(8), port, fields, frame: body.slice(frameAt) };
}

function inPort(view: DataView, start: number, end: number): number | undefined {
  for (let at = start; at + 4 <= end; ) {
    const length = view.getUint8(at + 3);
    const field = view.getUint8(at + 2) >>> 1;
    if (view.getUint16(at) === OXM_BASIC && field === OXM_IN_PORT && length === 4 && at + 8 <= end) {
      return view.getUint32(at + 4);
    }
    at += 4 + length;
  }
  return undefined;
}

/** Writes the body of a packet-out (OpenFlow 1.4, 7.3.6): `actions` are done with the frame as if it came in by `inPort`. */
export function buildPacketOut(inPort: number, actions: readonly Action[], frame: Uint8Array): Uint8Array {
  const writer = new OctetWriter().uint32(NO_BUFFER).uint32(inPort).uint16(0).zeros(6);
  const start = writer.length;
  writeActions(writer, actions);
  return writer
    .patchUint16(ACTIONS_LENGTH_AT, writer.length - start)
    .octets(frame)
    .finish();
}
