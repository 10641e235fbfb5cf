import { EventEmitter } from 'node:events';

/** The cloud's end of a line without a network: all of a socket that a line uses. */
export class LineSocket extends EventEmitter {
  readonly OPEN = 1;
  /** Octets that the switch has not read yet. */
  bufferedAmount = 0;
  readyState = 1;
  /** The codes that the cloud closed it by. */
  readonly closedBy: number[] = [];
  readonly #heard: (frame: string) => void;
  readonly #ended: () => void;

  /** @param heard What the cloud says. */
  constructor(heard: (frame: string) => void, ended: () => void) {
    super();
    this.#heard = heard;
    this.#ended = ended;
  }

  send(frame: string): void {
    this.#heard(frame);
  }

  close(code: number): void {
    this.closedBy.push(code);
    this.terminate();
  }

  terminate(): void {
    if (this.readyState !== this.OPEN) return;
    this.readyState = 3;
    this.emit('close');
    this.#ended();
  }

  /** What the switch says. */
  say(message: object): void {
    if (this.readyState === this.OPEN) this.emit('message', JSON.stringify({ jsonrpc: '2.0', ...message }), false);
  }
}
