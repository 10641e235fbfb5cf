import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { killed, type Namespace } from './namespace.ts';
import { python } from './python.ts';

const program = fileURLToPath(new URL('station.py', import.meta.url));

/** Sends and receives single raw frames on one interface, past the host's network stack. */
export class Station {
  readonly #child: ChildProcess;
  readonly #syncing: (() => void)[] = [];
  /** Called with every frame that arrives (without FCS, tags inline). */
  onFrame: (frame: Uint8Array) => void = () => {};

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Opens `device` in `namespace`. */
  static async open(namespace: Namespace, device: string): Promise<Station> {
    const child = namespace.spawn(python, [program, device], { stdio: ['pipe', 'pipe', 'inherit'] });
    const station = new Station(child);
    await new Promise<void>((resolve, reject) => {
      let rest = '';
      child.stdout?.setEncoding('latin1').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (line === 'ready') resolve();
          else if (line === 'synced') station.#syncing.shift()?.();
          else station.onFrame(new Uint8Array(Buffer.from(line, 'hex')));
        }
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`The station on ${device} ended with exit code ${code}.`)));
    });
    return station;
  }

  /** Sends a frame; frames leave in the order of the calls. */
  send(frame: Uint8Array): void {
    this.#child.stdin?.write(`${Buffer.from(frame).toString('hex')}\n`);
  }

  /** Resolves when every frame given to `send` has gone, and `onFrame` has seen every frame that has arrived by then. */
  sync(): Promise<void> {
    return new Promise((resolve) => {
      this.#syncing.push(resolve);
      this.#child.stdin?.write('sync\n');
    });
  }

  async close(): Promise<void> {
    await killed(this.#child);
  }
}
