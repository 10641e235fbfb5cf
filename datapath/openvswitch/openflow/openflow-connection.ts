import { connect, type Socket } from 'node:net';
import {
  encodeMessages,
  type Message,
  MessageStream,
  MessageType,
  type OpenFlowVersion,
  type Request,
} from './message.ts';
import { parseError } from './openflow-error.ts';
import { type PacketIn, parsePacketIn } from './packet.ts';

/** Events of a connection. */
export interface OpenFlowEvents {
  /** A frame for the agent. Without it the bridge sends none over this connection. */
  packetIn?(packet: PacketIn): void;
  /** Messages of the bridge that were not requested, except frames. */
  told?(message: Message): void;
  /** The connection ended without `close`: the bridge or ovs-vswitchd is gone, or no longer answers. */
  lost(): void;
}

interface Exchange {
  /** Takes an answer and returns whether it is the last one. */
  take(answer: Message): boolean;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

/** How long an answer may take, in milliseconds; a switch that takes longer counts as gone. */
const PATIENCE = 10_000;

const NOTHING = new Uint8Array(0);

/** A standing OpenFlow connection to a bridge, over its management socket. */
export class OpenFlowConnection {
  readonly #socket: Socket;
  readonly #version: OpenFlowVersion;
  readonly #events: OpenFlowEvents;
  readonly #exchanges = new Map<number, Exchange>();
  #transaction = 0;
  #closing = false;

  private constructor(socket: Socket, version: OpenFlowVersion, events: OpenFlowEvents) {
    this.#socket = socket;
    this.#version = version;
    this.#events = events;
    const stream = new MessageStream();
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const message of stream.push(chunk)) this.#take(message);
      } catch {
        socket.destroy();
      }
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const { timer, reject } of this.#exchanges.values()) {
        clearTimeout(timer);
        reject(new Error('The connection to Open vSwitch was lost.'));
      }
      this.#exchanges.clear();
      if (!this.#closing) events.lost();
    });
    this.send({ type: MessageType.hello, body: NOTHING });
    // Whole frames: without this, a controller that is not configured in the database gets none. The first fragment of a
    // packet is matched by its ports, the later ones have none (OFPC_FRAG_NX_MATCH of Open vSwitch).
    if (events.packetIn) this.send({ type: MessageType.setConfig, body: Uint8Array.of(0, 3, 0xff, 0xff) });
  }

  /** Connects to `<rundir>/<bridge>.mgmt`; rejects if nothing listens there. */
  static async open(path: string, version: OpenFlowVersion, events: OpenFlowEvents): Promise<OpenFlowConnection> {
    const socket = connect(path);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new OpenFlowConnection(socket, version, events);
  }

  /** Sends a message that is not answered. */
  send(request: Request): void {
    this.#transaction = (this.#transaction + 1) >>> 0;
    this.#write([request], this.#transaction);
  }

  /**
   * Sends messages, in order and at once, and resolves with the answer that ends them according to `isLast`. `read` is
   * given every answer as it arrives: long ones are read piece by piece. Rejects with an OpenFlowError as soon as a
   * message is refused, and when the connection ends.
   */
  ask(
    requests: readonly Request[],
    isLast: (answer: Message) => boolean,
    read: (answer: Message) => void = () => {},
  ): Promise<Message> {
    this.#transaction = (this.#transaction + 1) >>> 0;
    const transaction = this.#transaction;
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) {
        reject(new Error('The connection to Open vSwitch was lost.'));
        return;
      }
      const timer = setTimeout(() => this.#socket.destroy(), PATIENCE);
      timer.unref();
      const take = (answer: Message) => {
        read(answer);
        if (!isLast(answer)) return false;
        resolve(answer);
        return true;
      };
      this.#exchanges.set(transaction, { take, reject, timer });
      this.#write(requests, transaction);
    });
  }

  close(): void {
    this.#closing = true;
    this.#socket.destroy();
  }

  #take(message: Message): void {
    const { type, transaction, body } = message;
    if (type === MessageType.echoRequest) {
      this.#write([{ type: MessageType.echoReply, body }], transaction);
      return;
    }
    if (type === MessageType.packetIn) {
      const packet = parsePacketIn(body);
      if (packet) this.#events.packetIn?.(packet);
      return;
    }
    const exchange = this.#exchanges.get(transaction);
    if (!exchange) {
      this.#events.told?.(message);
      return;
    }
    if (type === MessageType.error) exchange.reject(parseError(body));
    else if (!exchange.take(message)) return;
    clearTimeout(exchange.timer);
    this.#exchanges.delete(transaction);
  }

  #write(requests: readonly Request[], transaction: number): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(encodeMessages(requests, transaction, this.#version));
  }
}
