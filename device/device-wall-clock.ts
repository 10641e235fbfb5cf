import type { Clock } from '../datapath/clock.ts';
import type { WallClock } from './wall-clock.ts';

/** How fast a slew goes: milliseconds of correction per millisecond that passes. */
const SLEW_RATE = 0.01;

/** The device's date: the time that `host` shows, plus an offset that is stepped or slewed. */
export class DeviceWallClock implements WallClock {
  readonly #host: () => number;
  readonly #clock: Clock;
  readonly #listeners = new Set<(difference: number) => void>();
  #offset = 0;
  #slewing = { left: 0, since: 0 };

  /** `host` gives milliseconds since 1970 and is never set. */
  constructor(clock: Clock, host: () => number = Date.now) {
    this.#clock = clock;
    this.#host = host;
  }

  now(): number {
    return this.#host() + this.#offset + this.#slewed();
  }

  step(time: number): void {
    const difference = time - this.now();
    this.#settle();
    this.#slewing = { left: 0, since: this.#clock.now() };
    this.#offset = time - this.#host();
    for (const listener of this.#listeners) listener(difference);
  }

  slew(offset: number): void {
    this.#settle();
    this.#slewing = { left: offset, since: this.#clock.now() };
  }

  onStep(listener: (difference: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The part of the present slew that has been done. */
  #slewed(): number {
    const { left, since } = this.#slewing;
    return Math.sign(left) * Math.min(Math.abs(left), (this.#clock.now() - since) * SLEW_RATE);
  }

  #settle(): void {
    this.#offset += this.#slewed();
    this.#slewing = { left: 0, since: this.#clock.now() };
  }
}
