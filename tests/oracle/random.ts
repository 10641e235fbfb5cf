/** Numbers that look like chance and are the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly [T, ...T[]]): T;
  pick<T>(from: readonly T[]): T | undefined;
  pick<T>(from: readonly T[]): T | undefined {
    return from[this.below(from.length)];
  }

  /** Each of them with this probability. */
  some<T>(from: readonly T[], share = 0.5): T[] {
    return from.filter(() => this.chance(share));
  }
}
