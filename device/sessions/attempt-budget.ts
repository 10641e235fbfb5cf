import type { Clock } from '../../datapath/clock.ts';
import type { Standing } from './known-browsers.ts';

/** Logins that may be decrypted in a second, in the long run, and at once. Each costs the switch about two milliseconds. */
const RATE = 20;
const BURST = 40;

/** Bounds what decrypting logins costs, for each standing by itself: who is known does not wait for who is not. */
export class AttemptBudget {
  readonly #clock: Clock;
  readonly #left = new Map<Standing, { readonly count: number; readonly at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes one attempt; false where none is left now. */
  take(standing: Standing): boolean {
    const at = this.#clock.now();
    const last = this.#left.get(standing) ?? { count: BURST, at };
    const count = Math.min(BURST, last.count + ((at - last.at) / 1000) * RATE);
    this.#left.set(standing, { count: count < 1 ? count : count - 1, at });
    return count >= 1;
  }
}
