/** OpenFlow message types in use here (OpenFlow Switch Specification 1.4, A.1, except those only in 1.0). */
export const MessageType = {
  hello: 0,
  error: 1,
  echoRequest: 2,
  echoReply: 3,
  experimenter: 4,
  setConfig: 9,
  packetIn: 10,
  packetOut: 13,
  flowMod: 14,
  /** OpenFlow 1.0 only. */
  statsRequest10: 16,
  /** OpenFlow 1.0 only. */
  statsReply10: 17,
  /** OpenFlow 1.0 only. */
  barrierRequest10: 18,
  /** OpenFlow 1.0 only. */
  barrierReply10: 19,
  multipartRequest: 18,
  multipartReply: 19,
  barrierRequest: 20,
  barrierReply: 21,
  meterMod: 29,
  bundleControl: 33,
  bundleAdd: 34,
} as const;

/** The versions of OpenFlow as messages name them. */
export const OpenFlowVersion = { v10: 1, v14: 5 } as const;

/** A version of OpenFlow. */
export type OpenFlowVersion = (typeof OpenFlowVersion)[keyof typeof OpenFlowVersion];

const HEADER = 8;

/** One message: its type, its transaction, what follows the header. */
export interface Message {
  readonly type: number;
  readonly transaction: number;
  readonly body: Uint8Array;
}

/** A message to be sent, without its transaction. */
export interface Request {
  readonly type: number;
  readonly body: Uint8Array;
  /** A message that follows the body inside of this one, under the same transaction (OpenFlow 1.4, 7.3.9.6). */
  readonly inner?: Request;
}

/** Writes a message with its header. */
export function encodeMessage(
  { transaction, ...request }: Message,
  version: OpenFlowVersion = OpenFlowVersion.v14,
): Uint8Array {
  return encodeMessages([request], transaction, version);
}

/** Writes messages one after another into one array: a large bundle has tens of thousands of them. */
export function encodeMessages(
  requests: readonly Request[],
  transaction: number,
  version: OpenFlowVersion,
): Uint8Array {
  const octets = new Uint8Array(requests.reduce((length, request) => length + lengthOf(request), 0));
  const view = new DataView(octets.buffer);
  const write = (request: Request, start: number): void => {
    const { type, body, inner } = request;
    view.setUint8(start, version);
    view.setUint8(start + 1, type);
    view.setUint16(start + 2, lengthOf(request));
    view.setUint32(start + 4, transaction);
    octets.set(body, start + HEADER);
    if (inner) write(inner, start + HEADER + body.length);
  };
  let start = 0;
  for (const request of requests) {
    write(request, start);
    start += lengthOf(request);
  }
  return octets;
}

function lengthOf({ body, inner }: Request): number {
  return HEADER + body.length + (inner ? lengthOf(inner) : 0);
}

/** Cuts a stream of octets into messages by the length in their headers. */
export class MessageStream {
  #rest: Uint8Array = new Uint8Array(0);

  /** Takes the next octets and returns the messages that they complete. Throws where a length is impossible. */
  push(chunk: Uint8Array): Message[] {
    const octets = new Uint8Array(this.#rest.length + chunk.length);
    octets.set(this.#rest);
    octets.set(chunk, this.#rest.length);
    const view = new DataView(octets.buffer);
    const messages: Message[] = [];
    let start = 0;
    while (octets.length - start >= HEADER) {
      const length = view.getUint16(start + 2);
      if (length < HEADER) throw new Error('An OpenFlow message is shorter than its header.');
      if (octets.length - start < length) break;
      const body = octets.slice(start + HEADER, start + length);
      messages.push({ type: octets[start + 1] ?? 0, transaction: view.getUint32(start + 4), body });
      start += length;
    }
    this.#rest = octets.slice(start);
    return messages;
  }
}
