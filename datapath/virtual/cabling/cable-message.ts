import type { LinkAbility } from '../negotiation.ts';

/** Settings of the port at one end of a cable. */
export interface LineState {
  readonly on: boolean;
  readonly ability: LinkAbility;
}

/**
 * Messages from one agent to the other over the socket of a cable: its identity, once and first; the settings of its
 * port; frames, each for `weight` equal ones; and that the cable already has two ends.
 */
export type CableMessage =
  | { readonly kind: 'greeting' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'line'; readonly line: LineState }
  | { readonly kind: 'frame'; readonly frame: Uint8Array; readonly weight: number };

/** The other side says what no cable carries; the message names it. */
export class CableMessageError extends Error {}

const GREETING = Buffer.from('faceplate cable 1', 'latin1');

const Kind = { greeting: 1, taken: 2, line: 3, frame: 4 } as const;

/** Octets before a message's content: its kind, and how many follow. */
const HEADER = 3;
const WEIGHT = 2;

/** Octets without FCS: two addresses and a type at least, a jumbo frame with two tags at most. */
const SHORTEST_FRAME = 14;
const LONGEST_FRAME = 9216;

/** Maximum number of frames that one message represents. */
const HEAVIEST = 0xffff;

const MOST_SPEEDS = 8;
/** Megabits per second; no port of a switch is faster. */
const FASTEST = 1_000_000;

/** Whether a frame's length is one that a cable carries. */
export function isCarried(frame: Uint8Array): boolean {
  return frame.length >= SHORTEST_FRAME && frame.length <= LONGEST_FRAME;
}

/** The octets of a message. A frame that represents more than 65,535 equal ones represents that many. */
export function encodeMessage(message: CableMessage): Uint8Array {
  switch (message.kind) {
    case 'greeting':
      return withHeader(Kind.greeting, GREETING);
    case 'taken':
      return withHeader(Kind.taken, new Uint8Array());
    case 'line':
      return withHeader(Kind.line, encodeLine(message.line));
    case 'frame': {
      const content = Buffer.alloc(WEIGHT + message.frame.length);
      content.writeUInt16BE(Math.min(HEAVIEST, Math.max(1, Math.round(message.weight))));
      content.set(message.frame, WEIGHT);
      return withHeader(Kind.frame, content);
    }
  }
}

function withHeader(kind: number, content: Uint8Array): Uint8Array {
  const octets = Buffer.alloc(HEADER + content.length);
  octets.writeUInt8(kind);
  octets.writeUInt16BE(content.length, 1);
  octets.set(content, HEADER);
  return octets;
}

const Flag = { on: 1, full: 2, negotiates: 4 } as const;

function encodeLine({ on, ability }: LineState): Uint8Array {
  const speeds = ability.speeds.slice(0, MOST_SPEEDS);
  const content = Buffer.alloc(1 + 4 * speeds.length);
  content.writeUInt8(
    (on ? Flag.on : 0) | (ability.duplex === 'full' ? Flag.full : 0) | (ability.negotiates ? Flag.negotiates : 0),
  );
  for (const [at, speed] of speeds.entries()) content.writeUInt32BE(speed, 1 + 4 * at);
  return content;
}

/**
 * Cuts the octets from the socket, in whatever pieces, into messages. It keeps at most one incomplete message besides
 * its input.
 */
export class CableReader {
  #rest: Buffer = Buffer.alloc(0);

  /** Takes the octets that came. */
  push(octets: Uint8Array): void {
    this.#rest = this.#rest.length === 0 ? Buffer.from(octets) : Buffer.concat([this.#rest, octets]);
  }

  /** The next message, undefined where none is whole yet; throws a `CableMessageError` at the first that is none. */
  next(): CableMessage | undefined {
    const rest = this.#rest;
    if (rest.length < HEADER) return undefined;
    const [kind, length] = [rest.readUInt8(0), rest.readUInt16BE(1)];
    if (length > WEIGHT + LONGEST_FRAME) throw new CableMessageError(`a message of ${length} octets`);
    if (rest.length < HEADER + length) return undefined;
    this.#rest = rest.subarray(HEADER + length);
    return decode(kind, rest.subarray(HEADER, HEADER + length));
  }
}

function decode(kind: number, content: Buffer): CableMessage {
  switch (kind) {
    case Kind.greeting:
      if (!content.equals(GREETING)) throw new CableMessageError('another greeting');
      return { kind: 'greeting' };
    case Kind.taken:
      if (content.length > 0) throw new CableMessageError('a message that is too long');
      return { kind: 'taken' };
    case Kind.line:
      return { kind: 'line', line: decodeLine(content) };
    case Kind.frame: {
      const frame = content.subarray(WEIGHT);
      const weight = content.length < WEIGHT ? 0 : content.readUInt16BE();
      if (!isCarried(frame) || weight === 0) throw new CableMessageError(`a frame of ${frame.length} octets`);
      return { kind: 'frame', frame: new Uint8Array(frame), weight };
    }
    default:
      throw new CableMessageError(`a message of kind ${kind}`);
  }
}

function decodeLine(content: Buffer): LineState {
  const count = (content.length - 1) / 4;
  if (!Number.isInteger(count) || count < 0 || count > MOST_SPEEDS) {
    throw new CableMessageError('a port that no switch has');
  }
  const flags = content.readUInt8();
  const speeds = Array.from({ length: count }, (_, at) => content.readUInt32BE(1 + 4 * at));
  if (flags > (Flag.on | Flag.full | Flag.negotiates) || speeds.some((speed) => speed < 1 || speed > FASTEST)) {
    throw new CableMessageError('a port that no switch has');
  }
  return {
    on: (flags & Flag.on) !== 0,
    ability: {
      speeds,
      duplex: flags & Flag.full ? 'full' : 'half',
      negotiates: (flags & Flag.negotiates) !== 0,
    },
  };
}
