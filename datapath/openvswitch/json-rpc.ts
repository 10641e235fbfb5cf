import { connect, type Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { isRecord } from '../../model/values/json-record.ts';
import { JsonStream } from './json-stream.ts';

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** How long a call may stay unanswered before it fails, in milliseconds. */
const CALL_TIMEOUT = 20_000;

/**
 * One JSON-RPC 1.0 connection over a unix socket, as ovsdb-server (RFC 7047) and the control sockets of Open vSwitch
 * daemons speak it. Echo requests are answered, since the server cuts off a client that does not.
 */
export class JsonRpcConnection {
  readonly #socket: Socket;
  readonly #pending = new Map<number, PendingCall>();
  readonly #closed: Promise<void>;
  #id = 0;
  #open = true;
  /** Called with every notification of the server. */
  onNotification: (method: string, params: unknown) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    const stream = new JsonStream();
    const decoder = new StringDecoder('utf8');
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const message of stream.push(decoder.write(chunk))) this.#receive(message);
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
    this.#closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#open = false;
        // Waiters for the end are notified before callers whose calls failed because of it.
        resolve();
        for (const call of this.#pending.values()) call.reject(new Error('The connection to Open vSwitch was lost.'));
        this.#pending.clear();
      });
    });
  }

  /** Connects to the unix socket at `path`; rejects if nothing listens there. */
  static async open(path: string): Promise<JsonRpcConnection> {
    const socket = connect(path);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    // The close event that follows an error contains all there is to know.
    socket.on('error', () => {});
    return new JsonRpcConnection(socket);
  }

  /** Resolves when the connection has ended, from either side. */
  get closed(): Promise<void> {
    return this.#closed;
  }

  /** Calls `method`; rejects with what the server says, when the connection ends, and after 20 s without an answer. */
  call(method: string, params: readonly unknown[]): Promise<unknown> {
    if (!this.#open) return Promise.reject(new Error('The connection to Open vSwitch was lost.'));
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error(`Open vSwitch did not answer "${method}" within ${CALL_TIMEOUT / 1000} s.`));
      }, CALL_TIMEOUT);
      timer.unref();
      this.#pending.set(id, {
        resolve(result) {
          clearTimeout(timer);
          resolve(result);
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#socket.write(JSON.stringify({ id, method, params }));
    });
  }

  /** Ends the connection. */
  close(): void {
    this.#socket.destroy();
  }

  #receive(message: unknown): void {
    if (!isRecord(message)) return;
    if (message.method === 'echo') {
      this.#socket.write(JSON.stringify({ id: message.id, result: message.params, error: null }));
      return;
    }
    if (typeof message.method === 'string') {
      this.onNotification(message.method, message.params);
      return;
    }
    const call = typeof message.id === 'number' ? this.#pending.get(message.id) : undefined;
    if (!call || typeof message.id !== 'number') return;
    this.#pending.delete(message.id);
    if (message.error === null || message.error === undefined) call.resolve(message.result);
    else call.reject(new Error(rpcErrorText(message.error)));
  }
}

function rpcErrorText(error: unknown): string {
  if (typeof error === 'string') return error.trim();
  if (isRecord(error) && typeof error.error === 'string') return error.error;
  return JSON.stringify(error);
}
