import type { Clock } from '../../datapath/clock.ts';

/** Milliseconds for which a session that has shown the password again may grant access: long enough to answer the guard, too. */
export const PROVED_TIME = 120_000;

/** The sessions that have shown the password again a moment ago. */
export class ProvedSessions {
  readonly #clock: Clock;
  /** Until when, in monotonic milliseconds, by the session's id. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** This one has just shown it. */
  add(session: string): void {
    const now = this.#clock.now();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    this.#until.set(session, now + PROVED_TIME);
  }

  /** Whether a session may grant access. */
  has(session: string): boolean {
    return (this.#until.get(session) ?? 0) > this.#clock.now();
  }
}
