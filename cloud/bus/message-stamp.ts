import { randomBytes } from 'node:crypto';
import { putLatest } from '../../model/values/latest.ts';

/** Octets of a stamp: sender, number, time. */
export const STAMP_LENGTH = 24;

/**
 * Milliseconds that a message may be old, or early: clocks of the processes of a cloud differ by minutes, and older
 * messages no longer have a waiting sender.
 */
const WINDOW = 10 * 60_000;

/** Senders that are remembered: processes of the cloud, and those that ended not long ago. */
const SENDERS = 256;

/** Messages of a sender that may overtake one another. */
const OVERTAKEN = 32;

/** Distinguishes a message of the bus from every other one, so that each is handled once. */
export interface Stamp {
  /** A process, from its start to its end, in hexadecimal digits. */
  readonly sender: string;
  /** Greater than those of all messages of the sender before it. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Puts a stamp on each message of one sender. */
export class Stamps {
  readonly #sender = randomBytes(8).toString('hex');
  #number = 0;

  next(now: number): Stamp {
    this.#number += 1;
    return { sender: this.#sender, number: this.#number, at: Math.max(0, Math.trunc(now)) };
  }
}

export function writtenStamp({ sender, number, at }: Stamp): Buffer {
  const octets = Buffer.alloc(STAMP_LENGTH);
  octets.write(sender, 0, 'hex');
  octets.writeBigUInt64BE(BigInt(number), 8);
  octets.writeBigUInt64BE(BigInt(at), 16);
  return octets;
}

/** The stamp that a message begins with; undefined where it is too short. */
export function readStamp(octets: Buffer): Stamp | undefined {
  if (octets.length < STAMP_LENGTH) return undefined;
  return {
    sender: octets.toString('hex', 0, 8),
    number: Number(octets.readBigUInt64BE(8)),
    at: Number(octets.readBigUInt64BE(16)),
  };
}

/** The highest number that was heard of each sender, by anybody here; bounded, the one heard of longest ago goes first. */
export class HeardSenders {
  readonly #highest = new Map<string, number>();

  heard({ sender, number }: Stamp): void {
    putLatest(this.#highest, sender, Math.max(number, this.#highest.get(sender) ?? 0), SENDERS);
  }

  all(): ReadonlyMap<string, number> {
    return new Map(this.#highest);
  }
}

/**
 * Messages received from a sender: the highest number, and which of those right below it, the lowest bit for the
 * highest.
 */
interface Heard {
  readonly highest: number;
  readonly bits: number;
}

/** Hears each message once that comes to one subscription, and none from before it. */
export class FreshMessages {
  readonly #heard: Map<string, Heard>;

  constructor(before: ReadonlyMap<string, number> = new Map()) {
    this.#heard = new Map([...before].map(([sender, highest]) => [sender, { highest, bits: 0xffff_ffff }]));
  }

  /** Whether this message was not heard yet; it is from now on. */
  take({ sender, number, at }: Stamp, now: number): boolean {
    if (Math.abs(now - at) > WINDOW) return false;
    const { highest, bits } = this.#heard.get(sender) ?? { highest: 0, bits: 0xffff_ffff };
    const behind = highest - number;
    if (behind >= OVERTAKEN || (behind >= 0 && (bits & (1 << behind)) !== 0)) return false;
    const next =
      behind >= 0
        ? { highest, bits: bits | (1 << behind) }
        : { highest: number, bits: (-behind >= OVERTAKEN ? 0 : bits << -behind) | 1 };
    putLatest(this.#heard, sender, next, SENDERS);
    return true;
  }
}
