import type { Clock } from '../../datapath/clock.ts';
import type { Visitor } from './known-browsers.ts';
import type { SourceState } from './session-control.ts';

/** Failed logins after which a source is locked (docs/specification/system.md, "Login"). */
const ATTEMPTS = 3;
/** Milliseconds for which it is (sysWebLockTime). */
const LOCK_TIME = 600_000;
/** Sources remembered at most. */
const SOURCES = 4096;

interface Source {
  readonly shownAs: string;
  readonly failures: number;
  /** Monotonic milliseconds at which it is forgotten. */
  readonly until: number;
}

/** A guessing client: the key of its failures, and how it is shown. */
export type Guesser = Pick<Visitor, 'key' | 'shownAs'>;

/**
 * Counts failed logins by client, not by account: with one administrator an account lock would let anyone lock that one
 * out. A browser with an earlier login is counted by itself, all others by source address: guessing from behind the
 * owner's address does not lock the owner's browser. Uses monotonic time, so setting the date unlocks no one.
 */
export class SourceLock {
  readonly #clock: Clock;
  readonly #attempts: number;
  readonly #lockTime: number;
  /** In the order in which they are forgotten, since each is kept equally long: a repeated failure moves to the end. */
  readonly #sources = new Map<string, Source>();
  /** Attempts that are being checked now. */
  readonly #pending = new Map<string, number>();

  /** @param limits other than those of the console's logins: failures that lock, and milliseconds. */
  constructor(clock: Clock, { attempts = ATTEMPTS, lockTime = LOCK_TIME } = {}) {
    this.#clock = clock;
    this.#attempts = attempts;
    this.#lockTime = lockTime;
  }

  /**
   * Begins an attempt, to be ended by `leave`; false if its source has as many in progress as it may fail: attempts
   * sent together are no more than those sent one by one.
   */
  enter({ key }: Guesser): boolean {
    const pending = this.#pending.get(key) ?? 0;
    if (pending + this.#failures(key) >= this.#attempts) return false;
    this.#pending.set(key, pending + 1);
    return true;
  }

  leave({ key }: Guesser): void {
    const pending = (this.#pending.get(key) ?? 1) - 1;
    if (pending > 0) this.#pending.set(key, pending);
    else this.#pending.delete(key);
  }

  /** Counts a failure; true when this one locked the source. */
  fail({ key, shownAs }: Guesser): boolean {
    this.#forget();
    const failures = this.#failures(key) + 1;
    this.#sources.delete(key);
    if (this.#sources.size >= SOURCES) this.#dropOldest();
    this.#sources.set(key, { shownAs, failures, until: this.#clock.now() + this.#lockTime });
    return failures === this.#attempts;
  }

  succeed({ key }: Guesser): void {
    this.#sources.delete(key);
  }

  isLocked({ key }: Guesser): boolean {
    this.#forget();
    return this.#failures(key) >= this.#attempts;
  }

  list(): readonly SourceState[] {
    this.#forget();
    return [...this.#sources.values()].map(({ shownAs, failures, until }) => ({
      remoteAddress: shownAs,
      failures,
      lockedFor: failures >= this.#attempts ? Math.ceil((until - this.#clock.now()) / 1000) : 0,
    }));
  }

  #failures(key: string): number {
    return this.#sources.get(key)?.failures ?? 0;
  }

  #forget(): void {
    const now = this.#clock.now();
    for (const [source, { until }] of this.#sources) {
      if (until > now) return;
      this.#sources.delete(source);
    }
  }

  /** Makes room: the oldest that is not locked goes first, so that a flood of addresses frees no locked one early. */
  #dropOldest(): void {
    let [oldest] = this.#sources.keys();
    for (const [source, { failures }] of this.#sources) {
      if (failures >= this.#attempts) continue;
      oldest = source;
      break;
    }
    if (oldest !== undefined) this.#sources.delete(oldest);
  }
}
