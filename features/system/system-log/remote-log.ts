import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { scopedAddress } from '../../../device/names/scoped-address.ts';
import { type MessageValue, say } from '../../../model/values/message.ts';
import { SpokenError, saidBy } from '../../../model/values/spoken-error.ts';

/** Destination of messages. */
export interface LogServer {
  /** An address or a name. */
  readonly host: string;
  /** Of a link-local address; 0 for any. */
  readonly vlan: number;
  readonly port: number;
}

/** Milliseconds that an address found for a name is used. */
const ADDRESS_LIFE = 300_000;

/** Messages that wait for a name at most; further ones are dropped, as UDP would. */
const WAITING_MAXIMUM = 64;

/** Sends datagrams to one log server (RFC 5426), in order, and says when that begins to fail. */
export class RemoteLog {
  readonly #server: LogServer;
  readonly #resolve: (host: string) => Promise<readonly string[]>;
  readonly #now: () => number;
  readonly #failed: (reason: MessageValue) => void;
  #socket: Socket | undefined;
  #found: { readonly address: string; readonly until: number } | undefined;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #failing = false;

  /**
   * @param now monotonic milliseconds.
   * @param failed is called once when sending begins to fail, with why, until a datagram got away again.
   */
  constructor(
    server: LogServer,
    resolve: (host: string) => Promise<readonly string[]>,
    now: () => number,
    failed: (reason: MessageValue) => void,
  ) {
    this.#server = server;
    this.#resolve = resolve;
    this.#now = now;
    this.#failed = failed;
  }

  /** Sends one message. */
  send(octets: Uint8Array): void {
    if (this.#waiting >= WAITING_MAXIMUM) return;
    this.#waiting += 1;
    this.#work = this.#work.then(async () => {
      try {
        await this.#transmit(octets);
        this.#failing = false;
      } catch (reason) {
        this.#found = undefined;
        const wasFailing = this.#failing;
        this.#failing = true;
        if (!wasFailing) this.#failed(saidBy(reason));
      } finally {
        this.#waiting -= 1;
      }
    });
  }

  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
  }

  async #transmit(octets: Uint8Array): Promise<void> {
    const address = scopedAddress(await this.#address(), this.#server.vlan);
    const type = isIPv6(address) ? 'udp6' : 'udp4';
    const socket = this.#socket ?? this.#open(type);
    await new Promise<void>((resolve, reject) => {
      socket.send(octets, this.#server.port, address, (error) => (error ? reject(error) : resolve()));
    });
  }

  async #address(): Promise<string> {
    if (this.#found && this.#found.until > this.#now()) return this.#found.address;
    const [address] = await this.#resolve(this.#server.host);
    if (address === undefined) throw new SpokenError(say('{{name}} has no address.', { name: this.#server.host }));
    if (this.#found?.address !== address) this.close();
    this.#found = { address, until: this.#now() + ADDRESS_LIFE };
    return address;
  }

  #open(type: 'udp4' | 'udp6'): Socket {
    const socket = createSocket(type);
    // A datagram that could not be delivered comes back as an error of the socket; log servers may come and go.
    socket.on('error', () => undefined);
    socket.unref();
    this.#socket = socket;
    return socket;
  }
}
