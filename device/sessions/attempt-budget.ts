import type { Clock } from '../../datapath/clock.ts';
import { putLatest } from '../../model/values/latest.ts';
import { Allowance, type Rate } from '../allowance.ts';
import type { Visitor } from './known-browsers.ts';

/** Rate of a whole crowd. Each login costs the switch about two milliseconds. */
const CROWD: Rate = { rate: 20, burst: 40 };

/** Rate of each: more than a person types, and so little that a flood leaves the others theirs. */
const EACH: Rate = { rate: 2, burst: 10 };

/** Those of whom is remembered how many attempts they made. */
const REMEMBERED = 4096;

/**
 * Bounds the cost of decrypting logins: for each share of strangers, known source or known browser, and for the crowds
 * together that they belong to. Known clients do not wait for unknown ones, and of those a client that has not tried
 * recently is in another crowd than repeated ones: the owner's new browser gets in beside a flood from fewer sources
 * than 200.
 */
export class AttemptBudget {
  readonly #clock: Clock;
  readonly #crowds = new Map<string, Allowance>();
  /** The latest last. */
  readonly #each = new Map<string, Allowance>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether somebody has not tried lately. */
  isRested({ share }: Pick<Visitor, 'share'>): boolean {
    return this.#each.get(share)?.isFull(this.#clock.now()) ?? true;
  }

  /** Takes one attempt; false where none is left now. */
  take({ share, standing }: Pick<Visitor, 'share' | 'standing'>): boolean {
    const now = this.#clock.now();
    const own = this.#each.get(share) ?? new Allowance(EACH, now);
    putLatest(this.#each, share, own, REMEMBERED);
    const name = own.isFull(now) ? `${standing}, rested` : standing;
    const crowd = this.#crowds.get(name) ?? new Allowance(CROWD, now);
    this.#crowds.set(name, crowd);
    return own.take(now) && crowd.take(now);
  }
}
