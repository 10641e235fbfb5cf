/** Ports with a meaning of their own (OpenFlow 1.4, 7.2.1). */
export const ReservedPort = { table: 0xffff_fff9, controller: 0xffff_fffd } as const;

/** The controller as the port that a frame came in by, in the 16 bits that rules match. */
export const CONTROLLER_PORT = 0xfffd;

/** A frame that a rule handed to the controller. */
export interface PacketIn {
  /** Of the rule. */
  readonly cookie: bigint;
  /** The OpenFlow port that it came in by. */
  readonly port: number;
  readonly frame: Uint8Array;
}

const OXM_BASIC = 0x8000;
const OXM_IN_PORT = 0;
const MATCH_AT = 16;
const NO_BUFFER = 0xffff_ffff;

/** Reads the body of a packet-in (OpenFlow 1.4, 7.4.1); undefined where it is damaged or names no port. */
export function parsePacketIn(body: Uint8Array): PacketIn | undefined {
  if (body.length < MATCH_AT + 8) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const matchLength = view.getUint16(MATCH_AT + 2);
  const frameAt = MATCH_AT + Math.ceil(matchLength / 8) * 8 + 2;
  const port = inPort(view, MATCH_AT + 4, Math.min(MATCH_AT + matchLength, body.length));
  if (port === undefined || frameAt > body.length) return undefined;
  return { cookie: view.getBigUint64(8), port, frame: body.slice(frameAt) };
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

/** Writes the body of a packet-out (OpenFlow 1.4, 7.3.6) with one output action. */
export function buildPacketOut(inPort: number, outPort: number, frame: Uint8Array): Uint8Array {
  const actions = 16;
  const body = new Uint8Array(16 + actions + frame.length);
  const view = new DataView(body.buffer);
  view.setUint32(0, NO_BUFFER);
  view.setUint32(4, inPort);
  view.setUint16(8, actions);
  // OFPAT_OUTPUT, 16 octets long, with the whole frame for a controller.
  view.setUint16(18, actions);
  view.setUint32(20, outPort);
  view.setUint16(24, 0xffff);
  body.set(frame, 16 + actions);
  return body;
}
