/** Lets so many things a second pass, a second's worth at once. */
export class TokenBucket {
  readonly rate: number;
  #tokens: number;
  #at = Number.NEGATIVE_INFINITY;

  /** `rate` is in things a second. */
  constructor(rate: number) {
    this.rate = rate;
    this.#tokens = rate;
  }

  /** Whether one more may pass at `now`, in milliseconds; then it counts. */
  take(now: number): boolean {
    if (now > this.#at) {
      this.#tokens = Math.min(this.rate, this.#tokens + ((now - this.#at) * this.rate) / 1000);
      this.#at = now;
    }
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
