import { randomBytes } from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import { sameText } from './hand-over.ts';

/** Milliseconds for which a ticket can be used: as long as a forced change waits to be confirmed. */
const TICKET_LIFE = 60_000;

interface Ticket {
  readonly text: string;
  readonly until: number;
}

/**
 * Tickets by which a session continues at another address of the switch: no browser takes its cookies there. Each is
 * valid for one login instead of the password, and grants the rights of its session.
 */
export class FollowTickets {
  readonly #clock: Clock;
  /** By session. */
  readonly #tickets = new Map<string, Ticket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The ticket of a session; it stays the same until it is used or too old. */
  of(session: string): string {
    this.#forgetOld();
    const present = this.#tickets.get(session);
    if (present) return present.text;
    const text = randomBytes(24).toString('base64url');
    this.#tickets.set(session, { text, until: this.#clock.now() + TICKET_LIFE });
    return text;
  }

  /** The session that this is the ticket of. */
  sessionBy(text: string): string | undefined {
    this.#forgetOld();
    return [...this.#tickets].find(([, ticket]) => sameText(ticket.text, text))?.[0];
  }

  /** The ticket of a session is used, or no longer needed. */
  withdraw(session: string): void {
    this.#tickets.delete(session);
  }

  /** The same for those of all other sessions. */
  withdrawOthers(keep: string | undefined): void {
    for (const session of this.#tickets.keys()) if (session !== keep) this.#tickets.delete(session);
  }

  #forgetOld(): void {
    const now = this.#clock.now();
    for (const [session, { until }] of this.#tickets) if (until <= now) this.#tickets.delete(session);
  }
}
