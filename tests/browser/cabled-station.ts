import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { CableReader, encodeMessage } from '../../datapath/virtual/cabling/cable-message.ts';
import { padFrame } from '../../protocols/frames/ethernet.ts';

/** A station of the test's own, at the other end of a cable that an agent was started with (`--cable PORT=unix:PATH`). */
export class CabledStation {
  /** What the switch sent to it, oldest first. */
  readonly heard: Uint8Array[] = [];
  readonly #socket: Socket;
  readonly #reader = new CableReader();
  #listen: (frame: Uint8Array) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (octets) => {
      this.#reader.push(octets);
      for (let next = this.#reader.next(); next; next = this.#reader.next()) {
        if (next.kind !== 'frame') continue;
        this.heard.push(next.frame);
        this.#listen(next.frame);
      }
    });
  }

  /** Meets the agent, which listens at `path`. */
  static async plugIn(path: string): Promise<CabledStation> {
    const socket = connect(path);
    await once(socket, 'connect');
    const station = new CabledStation(socket);
    socket.write(encodeMessage({ kind: 'greeting' }));
    const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;
    socket.write(encodeMessage({ kind: 'line', line: { on: true, ability } }));
    return station;
  }

  /** Sends a frame, padded to the shortest that a line carries. */
  send(frame: Uint8Array): void {
    this.#socket.write(encodeMessage({ kind: 'frame', frame: padFrame(frame), weight: 1 }));
  }

  /** Passes every later frame to `listen`, too, instead of the former listener. */
  answerBy(listen: (frame: Uint8Array) => void): void {
    this.#listen = listen;
  }

  /** Whether exactly this frame has come. */
  hasHeard(frame: Uint8Array): boolean {
    const sent = Buffer.from(padFrame(frame));
    return this.heard.some((one) => sent.equals(one));
  }

  unplug(): void {
    this.#socket.destroy();
  }
}
