import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { isRecord } from '../../model/values/json-record.ts';
import { LONGEST_FRAME } from '../../protocols/cloud/wire.ts';
import { serverPlace } from '../server-place.ts';
import { type Bus, type BusValue, NobodyAnswers, type Unsubscribe } from './bus.ts';

/** What the subjects of this cloud begin with, on a bus that others may use, too. */
const PREFIX = 'faceplate.';

/** All that answer a subject are one group: each question reaches one of them. */
const GROUP = 'faceplate';

/** Milliseconds that a server has to take a connection; between two attempts; and between two looks whether it is still there. */
const CONNECTING = 3_000;
const PAUSE = 250;
const PROBE = 5_000;

/** Octets of a text from which on it is packed: a configuration then fits through a bus that takes a megabyte. */
const LONG = 64 * 1024;

/** What a packed text begins with, and no JSON does; and octets that one may unpack to. */
const PACKED = 1;
const LONGEST = 4 * LONGEST_FRAME;

/**
 * Connects to a cluster of NATS servers, any of these addresses (nats://user:password@host:port or tls://…, commas between
 * them); when the one that it is connected to goes away it finds another one by itself. Rejects with a sentence.
 */
export async function openNats(addresses: string): Promise<Bus> {
  const { connect } = await import('@nats-io/transport-node').catch(() => {
    throw new Error('The package "@nats-io/transport-node" is not installed: without it the cloud cannot use NATS.');
  });
  const servers = addresses.split(',').map((address) => address.trim());
  const urls = servers.map((address) => new URL(address));
  const named = urls.find(({ username }) => username !== '');
  const user = decodeURIComponent(named?.username ?? '');
  const pass = decodeURIComponent(named?.password ?? '');
  try {
    const connection = await connect({
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
    return new NatsBus(connection);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`There is no bus to connect to at ${servers.map(serverPlace).join(', ')}: ${reason}`);
  }
}

class NatsBus implements Bus {
  readonly #connection: NatsConnection;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
  }

  publish(subject: string, value: BusValue): void {
    // It can be said to nobody, or is too long: whoever says it bears that nobody hears it.
    if (!isSubject(subject) || this.#connection.isClosed()) return;
    try {
      this.#connection.publish(PREFIX + subject, pack(value));
    } catch {}
  }

  subscribe(subject: string, heard: (value: BusValue) => void): Unsubscribe {
    return this.#follow(subject, undefined, (message) => {
      const value = unpack(message.data);
      if (value !== undefined) heard(value);
    });
  }

  answer(subject: string, reply: (question: BusValue) => Promise<BusValue>): Unsubscribe {
    return this.#follow(subject, GROUP, async (message) => {
      const question = unpack(message.data);
      if (question === undefined) return;
      const answer = await Promise.resolve()
        .then(() => reply(question))
        .then(
          (value) => ({ value }),
          (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
        );
      try {
        message.respond(pack(answer));
      } catch {
        message.respond(pack({ error: 'The answer is longer than the bus takes.' }));
      }
    });
  }

  #follow(subject: string, queue: string | undefined, take: (message: Msg) => unknown): Unsubscribe {
    const subscription = this.#connection.subscribe(PREFIX + subject, {
      ...(queue !== undefined && { queue }),
      callback: (error, message) => {
        if (error) return;
        // What one message does to whoever takes it is nobody else's matter.
        Promise.resolve()
          .then(() => take(message))
          .catch(() => {});
      },
    });
    return () => {
      if (!this.#connection.isClosed()) subscription.unsubscribe();
    };
  }

  async ask(subject: string, question: BusValue, timeout: number): Promise<BusValue> {
    if (!isSubject(subject)) throw new NobodyAnswers(subject);
    const data = pack(question);
    const message = await this.#connection.request(PREFIX + subject, data, { timeout }).catch(() => {
      throw new NobodyAnswers(subject);
    });
    const answer = unpack(message.data);
    if (isRecord(answer) && typeof answer.error === 'string') throw new Error(answer.error);
    if (!isRecord(answer)) throw new Error('The answer is none.');
    return answer.value as BusValue;
  }

  async close(): Promise<void> {
    // What was said last is sent, where there is a server that takes it.
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

/** Whether a name is one subject of a bus, and none that stands for several. */
function isSubject(subject: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)*$/.test(subject);
}

function pack(value: BusValue): Uint8Array {
  const text = Buffer.from(JSON.stringify(value));
  return text.length < LONG ? text : Buffer.concat([Buffer.from([PACKED]), deflateRawSync(text, { level: 1 })]);
}

/** What a message says; undefined for one that is none of ours. Never throws. */
function unpack(data: Uint8Array): BusValue | undefined {
  try {
    const text = data[0] === PACKED ? inflateRawSync(data.subarray(1), { maxOutputLength: LONGEST }) : data;
    return JSON.parse(Buffer.from(text).toString('utf8'));
  } catch {
    return undefined;
  }
}
