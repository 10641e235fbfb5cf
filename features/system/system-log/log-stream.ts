import type { Socket } from 'node:net';
import type { Cancel, Clock } from '../../../datapath/clock.ts';
import { scopedAddress } from '../../../device/names/scoped-address.ts';
import { type MessageValue, say } from '../../../model/values/message.ts';
import { SpokenError, saidBy } from '../../../model/values/spoken-error.ts';
import { octetCounted } from '../../../protocols/syslog/message.ts';
import type { LogServer } from './remote-log.ts';

/** Messages that wait for a connection at most; then the oldest is dropped for each new one. */
export const QUEUE_MAXIMUM = 512;

/** Octets that the socket holds at most before further messages wait in the queue. */
const SOCKET_MAXIMUM = 65_536;

/** Milliseconds in which a connection has to come up, and in which a receiver that takes nothing is given up. */
const PATIENCE = 15_000;

/** Shortest and longest pause before the next attempt. */
const SHORTEST = 1_000;
const LONGEST = 64_000;

/** A connection that held so long counts as good: only then the next failure is reported again. */
const STABLE = 60_000;

/** Milliseconds of silence after which TCP checks whether the server is still there. */
const KEEP_ALIVE = 30_000;

/** A server that messages are sent to over a connection. */
export interface StreamServer extends LogServer {
  /** Certificate authorities in PEM where the connection is TLS, "" for the public ones; undefined for plain TCP. */
  readonly authority: string | undefined;
}

/** What a stream needs and reports. */
interface Surroundings {
  readonly clock: Clock;
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Is called once when sending begins to fail, with why. */
  readonly failed: (reason: MessageValue) => void;
  /** The message that reports so many dropped ones. */
  readonly dropped: (count: number) => Uint8Array;
}

/**
 * Sends messages to one log server over TCP (RFC 6587, octet counting) or TLS (RFC 5425), in order. It connects by itself, waits
 * between attempts, and keeps a bounded number of messages meanwhile; what it dropped it reports to the server.
 */
export class LogStream {
  readonly #server: StreamServer;
  readonly #around: Surroundings;
  readonly #queue: Uint8Array[] = [];
  #dropped = 0;
  #socket: Socket | undefined;
  #isOpen = false;
  #isClosed = false;
  #pause = SHORTEST;
  #failing = false;
  #timers: Cancel[] = [];
  /** Apart from the timers that end when the receiver goes on. */
  #stable: Cancel = () => undefined;

  constructor(server: StreamServer, around: Surroundings) {
    this.#server = server;
    this.#around = around;
    void this.#connect();
  }

  /** Sends one message, or keeps it until there is a connection. */
  send(octets: Uint8Array): void {
    this.#queue.push(octets);
    if (this.#queue.length > QUEUE_MAXIMUM) {
      this.#queue.shift();
      this.#dropped += 1;
    }
    this.#pump();
  }

  close(): void {
    this.#isClosed = true;
    this.#rest();
    this.#stable();
    // What was written still goes out.
    if (this.#isOpen) this.#socket?.end();
    else this.#socket?.destroy();
  }

  #pump(): void {
    const socket = this.#socket;
    if (!socket || !this.#isOpen) return;
    if (this.#dropped > 0 && socket.writableLength < SOCKET_MAXIMUM) {
      socket.write(octetCounted(this.#around.dropped(this.#dropped)));
      this.#dropped = 0;
    }
    while (socket.writableLength < SOCKET_MAXIMUM) {
      const next = this.#queue.shift();
      if (!next) return;
      socket.write(octetCounted(next));
    }
    // Nothing is taken by a receiver that hangs; `drain` comes if it goes on.
    this.#give(PATIENCE, () => socket.destroy());
  }

  async #connect(): Promise<void> {
    try {
      const socket = await this.#opened();
      if (this.#isClosed) {
        socket.destroy();
        return;
      }
      this.#rest();
      this.#isOpen = true;
      this.#stable = this.#around.clock.after(STABLE, () => {
        this.#failing = false;
        this.#pause = SHORTEST;
      });
      this.#pump();
    } catch (reason) {
      this.#broke(saidBy(reason));
    }
  }

  async #opened(): Promise<Socket> {
    const { host, vlan, port, authority } = this.#server;
    const [found] = await this.#around.resolve(host);
    if (found === undefined) throw new SpokenError(say('{{name}} has no address.', { name: host }));
    const place = { host: scopedAddress(found, vlan), port };
    const socket = authority === undefined ? await plain(place) : await secured(place, host, authority);
    this.#socket = socket;
    socket.setKeepAlive(true, KEEP_ALIVE);
    socket.unref();
    // Receivers have nothing to say; reading shows when they end the connection.
    socket.resume();
    socket.on('drain', () => {
      this.#rest();
      this.#pump();
    });
    return new Promise((resolve, reject) => {
      let cause: Error = new SpokenError(say('the connection was closed'));
      socket.once(authority === undefined ? 'connect' : 'secureConnect', () => resolve(socket));
      socket.on('error', (error) => {
        cause = error;
      });
      socket.once('close', () => {
        if (this.#isOpen) this.#broke(saidBy(cause));
        else reject(cause);
      });
      this.#give(PATIENCE, () => socket.destroy(new SpokenError(say('no answer'))));
    });
  }

  /** Waits for the next attempt. */
  #broke(reason: MessageValue): void {
    this.#rest();
    this.#stable();
    this.#socket = undefined;
    this.#isOpen = false;
    if (this.#isClosed) return;
    const wasFailing = this.#failing;
    this.#failing = true;
    this.#give(this.#pause, () => void this.#connect());
    this.#pause = Math.min(LONGEST, this.#pause * 2);
    if (!wasFailing) this.#around.failed(reason);
  }

  #give(milliseconds: number, action: () => void): void {
    this.#timers.push(this.#around.clock.after(milliseconds, action));
  }

  #rest(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
  }
}

/** Where a connection leads to. */
interface Place {
  readonly host: string;
  readonly port: number;
}

// Libraries are loaded where a server needs them.
async function plain(place: Place): Promise<Socket> {
  return (await import('node:net')).connect(place);
}

async function secured(place: Place, name: string, authority: string): Promise<Socket> {
  const [{ connect }, { trustOf }] = await Promise.all([import('node:tls'), import('./trust.ts')]);
  return connect({ ...place, ...trustOf(name, authority) });
}
