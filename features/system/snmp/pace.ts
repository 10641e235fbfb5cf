import { systemClock } from '../../../datapath/clock.ts';

/** Milliseconds for which requests are begun before everything else that waits goes first. */
const SLICE = 4;

/**
 * Begins requests so that the rest of the switch goes on: their datagrams are read many at a time, and of those that take long
 * each would wait for all. A request that comes soon after a breath costs nothing.
 */
export class Pace {
  readonly #now: () => number;
  /** When everything else had its turn, as far as known here. */
  #breathed = Number.NEGATIVE_INFINITY;
  readonly #waiting: (() => void)[] = [];

  /** @param now in milliseconds. */
  constructor(now: () => number = () => systemClock.now()) {
    this.#now = now;
  }

  /** Resolves when a request may begin: at once, or behind those that wait already. */
  async begin(): Promise<void> {
    if (!this.#isDue()) return;
    await new Promise<void>((go) => {
      this.#waiting.push(go);
      if (this.#waiting.length === 1) this.#breathe();
    });
  }

  #isDue(): boolean {
    return this.#now() - this.#breathed >= SLICE;
  }

  #breathe(): void {
    setImmediate(() => {
      this.#breathed = this.#now();
      this.#next();
    });
  }

  #next(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length === 0) return;
    // A tick that is asked for by a promise comes when all that the request does by promises is done.
    void Promise.resolve().then(() => process.nextTick(() => (this.#isDue() ? this.#breathe() : this.#next())));
  }
}
