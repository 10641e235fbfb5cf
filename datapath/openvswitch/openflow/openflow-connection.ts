import { connect, type Socket } from 'node:net';
import { encodeMessage, MessageStream, MessageType } from './message.ts';
import { buildPacketOut, type PacketIn, parsePacketIn } from './packet.ts';

/** What the connection tells. */
export interface OpenFlowEvents {
  packetIn(packet: PacketIn): void;
  /** The connection ended without `close`: the bridge or ovs-vswitchd is gone. */
  lost(): void;
}

/** Frames from and to a bridge, over its management socket. Rules go another way, as text through ovs-ofctl. */
export class OpenFlowConnection {
  readonly #socket: Socket;
  #transaction = 0;
  #closing = false;

  private constructor(socket: Socket, events: OpenFlowEvents) {
    this.#socket = socket;
    const stream = new MessageStream();
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const { type, transaction, body } of stream.push(chunk)) {
          if (type === MessageType.echoRequest) this.#send(MessageType.echoReply, body, transaction);
          const packet = type === MessageType.packetIn ? parsePacketIn(body) : undefined;
          if (packet) events.packetIn(packet);
        }
      } catch {
        socket.destroy();
      }
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      if (!this.#closing) events.lost();
    });
    this.#send(MessageType.hello, new Uint8Array(0));
    // Whole frames: without this, a controller that is not configured in the database gets none.
    this.#send(MessageType.setConfig, Uint8Array.of(0, 0, 0xff, 0xff));
  }

  /** Connects to `<rundir>/<bridge>.mgmt`; rejects where nobody listens. */
  static async open(path: string, events: OpenFlowEvents): Promise<OpenFlowConnection> {
    const socket = connect(path);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new OpenFlowConnection(socket, events);
  }

  /** Sends a frame out of `outPort`, or, with the reserved port "table", through the pipeline as if it came in by `inPort`. */
  packetOut(inPort: number, outPort: number, frame: Uint8Array): void {
    this.#send(MessageType.packetOut, buildPacketOut(inPort, outPort, frame));
  }

  close(): void {
    this.#closing = true;
    this.#socket.destroy();
  }

  #send(type: number, body: Uint8Array, transaction?: number): void {
    this.#transaction = (this.#transaction + 1) >>> 0;
    if (!this.#socket.destroyed) {
      this.#socket.write(encodeMessage({ type, transaction: transaction ?? this.#transaction, body }));
    }
  }
}
