/** How many of something may happen in a second, in the long run, and at once. */
export interface Rate {
  readonly rate: number;
  readonly burst: number;
}

/** The rest of a rate: fills by it up to its burst. Times are monotonic milliseconds. */
export class Allowance {
  readonly #rate: Rate;
  #count: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#count = rate.burst;
    this.#at = now;
  }

  isFull(now: number): boolean {
    this.#fill(now);
    return this.#count >= this.#rate.burst;
  }

  /** Whether one more may happen. */
  has(now: number): boolean {
    this.#fill(now);
    return this.#count >= 1;
  }

  /** Takes one; false where none is left. */
  take(now: number): boolean {
    const isLeft = this.has(now);
    if (isLeft) this.#count -= 1;
    return isLeft;
  }

  #fill(now: number): void {
    const { rate, burst } = this.#rate;
    this.#count = Math.min(burst, this.#count + ((now - this.#at) / 1000) * rate);
    this.#at = now;
  }
}
