/** Lets so many traps a second pass. */
export class TrapRate {
  #began = Number.NEGATIVE_INFINITY;
  #sent = 0;

  /** Whether one more may be sent; `rate` is in a second, 0 for all. `now` in milliseconds. */
  admits(rate: number, now: number): boolean {
    if (rate === 0) return true;
    if (now - this.#began >= 1000) {
      this.#began = now;
      this.#sent = 0;
    }
    this.#sent += 1;
    return this.#sent <= rate;
  }
}
