import { systemClock } from '../../../datapath/clock.ts';

/** Milliseconds for which requests are begun before everything else that waits goes first. */
const SLICE = 4;

/**
 * Begins requests so that the rest of the switch goes on: their datagrams are read many at a time, and of those that take long
 * each would wait for all.
 */
export class Pace {
  readonly #now: () => number;
  /** When the first request of this turn of the event loop was begun; undefined where none was. */
  #since: number | undefined;
  readonly #waiting: (() => void)[] = [];

  /** @param now in milliseconds. */
  constructor(now: () => number = () => systemClock.now()) {
    this.#now = now;
  }

  /** Resolves when a request may begin: at once, unless others took long in this turn of the event loop or wait themselves. */
  async begin(): Promise<void> {
    if (this.#since === undefined) {
      this.#since = this.#now();
      setImmediate(() => this.#next());
    } else if (this.#waiting.length > 0 || this.#now() - this.#since >= SLICE) {
      await new Promise<void>((go) => this.#waiting.push(go));
    }
  }

  #next(): void {
    const go = this.#waiting.shift();
    this.#since = go && this.#now();
    if (!go) return;
    setImmediate(() => this.#next());
    go();
  }
}
