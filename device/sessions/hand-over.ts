import { randomBytes } from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import { sameOctets } from '../../protocols/same-octets.ts';

/** Milliseconds for which a ticket can be used (docs/specification/protocol.md, "Wizard hand-over"). */
const TICKET_LIFE = 120_000;

interface Offer {
  readonly browser: string;
  readonly ticket: string;
  readonly until: number;
}

/**
 * The wizard's move to another address: one ticket at a time, shown only to the browser that requested it, valid for
 * one login instead of the password.
 */
export class HandOver {
  readonly #clock: Clock;
  #offer: Offer | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes a ticket for the browser whose cookie has this hash; a former ticket is void. */
  offer(browser: string): void {
    this.#offer = { browser, ticket: randomBytes(24).toString('base64url'), until: this.#clock.now() + TICKET_LIFE };
  }

  /** The ticket, for the browser that it was made for. */
  ticketFor(browser: string): string | undefined {
    const offer = this.#open();
    return offer?.browser === browser ? offer.ticket : undefined;
  }

  /** Whether `password` is the open ticket, sent by its browser. A login with it withdraws it. */
  fits(password: string, browser: string): boolean {
    const offer = this.#open();
    return offer !== undefined && offer.browser === browser && sameText(offer.ticket, password);
  }

  withdraw(): void {
    this.#offer = undefined;
  }

  #open(): Offer | undefined {
    if (this.#offer && this.#offer.until <= this.#clock.now()) this.#offer = undefined;
    return this.#offer;
  }
}

/** Compares two texts without telling by its time how far they agree. */
export function sameText(a: string, b: string): boolean {
  return sameOctets(Buffer.from(a), Buffer.from(b));
}
