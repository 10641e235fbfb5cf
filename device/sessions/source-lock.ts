import type { Clock } from '../../datapath/clock.ts';
import type { SourceState } from './session-control.ts';

/** Failed logins after which a source is locked (reference/system.md, sysWebLoginAttempts). */
const ATTEMPTS = 3;
/** Milliseconds for which it is (sysWebLockTime). */
const LOCK_TIME = 600_000;
/** Sources remembered at most. */
const SOURCES = 4096;

interface Source {
  readonly failures: number;
  /** Monotonic milliseconds at which it is forgotten. */
  readonly until: number;
}

/**
 * Counts failed logins by source address, not by account: with one administrator an account lock would let anyone lock
 * him out. Uses monotonic time, so setting the date unlocks nobody.
 */
export class SourceLock {
  readonly #clock: Clock;
  readonly #sources = new Map<string, Source>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a failure; true when this one locked the source. */
  fail(remoteAddress: string): boolean {
    const source = sourceOf(remoteAddress);
    this.#forget();
    const failures = (this.#sources.get(source)?.failures ?? 0) + 1;
    this.#sources.delete(source);
    if (this.#sources.size >= SOURCES) this.#dropOldest();
    this.#sources.set(source, { failures, until: this.#clock.now() + LOCK_TIME });
    return failures === ATTEMPTS;
  }

  succeed(remoteAddress: string): void {
    this.#sources.delete(sourceOf(remoteAddress));
  }

  isLocked(remoteAddress: string): boolean {
    this.#forget();
    return (this.#sources.get(sourceOf(remoteAddress))?.failures ?? 0) >= ATTEMPTS;
  }

  list(): readonly SourceState[] {
    this.#forget();
    return [...this.#sources].map(([remoteAddress, { failures, until }]) => ({
      remoteAddress,
      failures,
      lockedFor: failures >= ATTEMPTS ? Math.ceil((until - this.#clock.now()) / 1000) : 0,
    }));
  }

  #forget(): void {
    const now = this.#clock.now();
    for (const [source, { until }] of this.#sources) if (until <= now) this.#sources.delete(source);
  }

  /** Makes room: the oldest that is not locked goes first, so that a flood of addresses frees no locked one early. */
  #dropOldest(): void {
    const oldest = [...this.#sources].find(([, { failures }]) => failures < ATTEMPTS) ?? [...this.#sources][0];
    if (oldest) this.#sources.delete(oldest[0]);
  }
}

/** One host has a whole /64 of IPv6 addresses to try from (RFC 4291); it counts as one source. */
function sourceOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  return `${[...groups, ...Array(zeros).fill('0'), ...last].slice(0, 4).join(':')}::/64`;
}
