/** Lets so much a second pass: a second's worth at once, unless said otherwise. */
export class TokenBucket {
  readonly rate: number;
  readonly #capacity: number;
  #tokens: number;
  #at = Number.NEGATIVE_INFINITY;

  /** `rate` is in tokens a second; at once pass `capacity` of them. */
  constructor(rate: number, capacity = rate) {
    this.rate = rate;
    this.#capacity = capacity;
    this.#tokens = capacity;
  }

  /** Whether one more thing of one token may pass at `now`, in milliseconds; then it counts. */
  take(now: number): boolean {
    return this.admit(1, 1, now) === 1;
  }

  /** How many of `count` things that take `tokens` each may pass at `now`, in milliseconds; these count. */
  admit(count: number, tokens: number, now: number): number {
    this.#topUp(now);
    const wanted = count * tokens;
    const admitted = wanted <= this.#tokens ? count : Math.floor(this.#tokens / tokens);
    this.#tokens -= admitted * tokens;
    return admitted;
  }

  /** Milliseconds after `now` in which there are as many tokens; 0 for at once. */
  wait(tokens: number, now: number): number {
    this.#topUp(now);
    return this.#tokens >= tokens ? 0 : ((tokens - this.#tokens) * 1000) / this.rate;
  }

  #topUp(now: number): void {
    if (now <= this.#at) return;
    this.#tokens = Math.min(this.#capacity, this.#tokens + ((now - this.#at) * this.rate) / 1000);
    this.#at = now;
  }
}
