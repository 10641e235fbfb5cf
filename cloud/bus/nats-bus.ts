import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { openOctets, sealOctets } from '../../device/flash/sealed-text.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import { wordsOfError } from '../../model/values/error-words.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { LONGEST_FRAME } from '../../protocols/cloud/wire.ts';
import { serverPlace } from '../server-place.ts';
import { type Bus, type BusValue, NobodyAnswers, type Unsubscribe } from './bus.ts';
import {
  FreshMessages,
  HeardSenders,
  readStamp,
  STAMP_LENGTH,
  type Stamp,
  Stamps,
  writtenStamp,
} from './message-stamp.ts';

/** Start of this cloud's subjects, on a bus that others may use, too. */
const PREFIX = 'faceplate.';

/** All that answer a subject are one group: each question reaches one of them. */
const GROUP = 'faceplate';

/** Milliseconds that a server has to take a connection; between two attempts; and between two looks whether it is still there. */
const CONNECTING = 3_000;
const PAUSE = 250;
const PROBE = 5_000;

/** Octets of a text from which on it is packed: a configuration then fits through a bus that takes a megabyte. */
const LONG = 64 * 1024;

/** The first octet of a packed text, which no JSON begins with; and the maximum number of octets after unpacking. */
const PACKED = 1;
const LONGEST = 4 * LONGEST_FRAME;

/**
 * Connects to a cluster of NATS servers, any of these addresses (nats://user:password@host:port or tls://…, separated
 * by commas); when its server goes away it finds another one by itself. Messages are encrypted with `key`, 256 bits
 * that all processes of the cloud share: passwords pass here, and other clients of the bus can neither read nor send,
 * nor replay earlier messages. Rejects with a sentence.
 */
export async function openNats(
  addresses: string,
  key: Buffer,
  wallClock: Pick<WallClock, 'now'> = { now: () => Date.now() },
): Promise<Bus> {
  // A bundle has a package that is loaded late as its default export only.
  const { default: nats } = await import('@nats-io/transport-node');
  const servers = addresses.split(',').map((address) => address.trim());
  const urls = servers.map((address) => new URL(address));
  const named = urls.find(({ username }) => username !== '');
  const user = decodeURIComponent(named?.username ?? '');
  const pass = decodeURIComponent(named?.password ?? '');
  try {
    const connection = await nats.connect({
      servers: urls.map(({ host }) => host),
      name: 'faceplate-cloud',
      // A name without a password is a token.
      ...(named && (pass === '' ? { token: user } : { user, pass })),
      ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
      timeout: CONNECTING,
      maxReconnectAttempts: -1,
      reconnectTimeWait: PAUSE,
      pingInterval: PROBE,
      maxPingOut: 2,
    });
    return new NatsBus(connection, key, wallClock);
  } catch (error) {
    const reason = wordsOfError(error);
    throw new Error(`There is no bus to connect to at ${servers.map(serverPlace).join(', ')}: ${reason}`);
  }
}

class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #key: Buffer;
  readonly #wallClock: Pick<WallClock, 'now'>;
  readonly #stamps = new Stamps();
  readonly #senders = new HeardSenders();

  constructor(connection: NatsConnection, key: Buffer, wallClock: Pick<WallClock, 'now'>) {
    this.#connection = connection;
    this.#key = key;
    this.#wallClock = wallClock;
  }

  /** As a message carries it that is about this subject, and in no other place. */
  #seal(value: BusValue, place: string, stamp = this.#stamps.next(this.#wallClock.now())): Uint8Array {
    return sealOctets(this.#key, Buffer.concat([writtenStamp(stamp), pack(value)]), place);
  }

  /** Contents of a message, and its stamp; undefined for one that is not of this cloud. Never throws. */
  #open(data: Uint8Array, place: string): { readonly stamp: Stamp; readonly value: BusValue } | undefined {
    const opened = openOctets(this.#key, data, place);
    const stamp = opened && readStamp(opened);
    const value = stamp && unpack(opened.subarray(STAMP_LENGTH));
    return stamp && value !== undefined ? { stamp, value } : undefined;
  }

  publish(subject: string, value: BusValue): void {
    // It has no receiver, or is too long: its sender bears that it is lost.
    if (!isSubject(subject) || this.#connection.isClosed()) return;
    try {
      this.#connection.publish(PREFIX + subject, this.#seal(value, subject));
    } catch {}
  }

  subscribe(subject: string, heard: (value: BusValue) => void): Unsubscribe {
    return this.#follow(subject, undefined, (_message, { value }) => heard(value));
  }

  answer(subject: string, reply: (question: BusValue) => Promise<BusValue>): Unsubscribe {
    return this.#follow(subject, GROUP, async (message, { value, stamp }) => {
      const answer = await Promise.resolve()
        .then(() => reply(value))
        .then(
          (value) => ({ value }),
          (error: unknown) => ({ error: wordsOfError(error) }),
        );
      try {
        message.respond(this.#seal(answer, answerTo(subject, stamp)));
      } catch {
        message.respond(this.#seal({ error: 'The answer is longer than the bus takes.' }, answerTo(subject, stamp)));
      }
    });
  }

  #follow(
    subject: string,
    queue: string | undefined,
    take: (message: Msg, opened: { readonly stamp: Stamp; readonly value: BusValue }) => unknown,
  ): Unsubscribe {
    const fresh = new FreshMessages(this.#senders.all());
    const subscription = this.#connection.subscribe(PREFIX + subject, {
      ...(queue !== undefined && { queue }),
      callback: (error, message) => {
        const opened = error ? undefined : this.#open(message.data, subject);
        if (!opened || !fresh.take(opened.stamp, this.#wallClock.now())) return;
        this.#senders.heard(opened.stamp);
        // Errors of one receiver do not affect the others.
        Promise.resolve()
          .then(() => take(message, opened))
          .catch(() => {});
      },
    });
    return () => {
      if (!this.#connection.isClosed()) subscription.unsubscribe();
    };
  }

  async ask(subject: string, question: BusValue, timeout: number): Promise<BusValue> {
    if (!isSubject(subject)) throw new NobodyAnswers(subject);
    const stamp = this.#stamps.next(this.#wallClock.now());
    const data = this.#seal(question, subject, stamp);
    const message = await this.#connection.request(PREFIX + subject, data, { timeout }).catch(() => {
      throw new NobodyAnswers(subject);
    });
    const answer = this.#open(message.data, answerTo(subject, stamp))?.value;
    if (isRecord(answer) && typeof answer.error === 'string') throw new Error(answer.error);
    if (!isRecord(answer)) throw new Error('The answer is none.');
    return answer.value as BusValue;
  }

  async close(): Promise<void> {
    // The last message is sent if there is a server that accepts it.
    const isSent = this.#connection.flush().catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PAUSE);
    });
    await Promise.race([isSent, tooLate]);
    clearTimeout(timer);
    await this.#connection.close();
  }
}

/** Whether a name is one subject of a bus, without wildcards. */
function isSubject(subject: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)*$/.test(subject);
}

/** Subject of the answer to a question with this stamp: neither a question nor the answer to another one matches. */
const answerTo = (subject: string, { sender, number }: Stamp) => `answer ${subject} ${sender} ${number}`;

function pack(value: BusValue): Uint8Array {
  const text = Buffer.from(JSON.stringify(value));
  return text.length < LONG ? text : Buffer.concat([Buffer.from([PACKED]), deflateRawSync(text, { level: 1 })]);
}

/** Contents of a message; undefined for one that is not ours. Never throws. */
function unpack(data: Uint8Array): BusValue | undefined {
  try {
    const text = data[0] === PACKED ? inflateRawSync(data.subarray(1), { maxOutputLength: LONGEST }) : data;
    return JSON.parse(Buffer.from(text).toString('utf8'));
  } catch {
    return undefined;
  }
}
