import { X509Certificate } from 'node:crypto';
import type { ServiceContext } from '../../../device/feature.ts';
import { keepIdentity } from './identity.ts';
import type { CloudIdentity } from './kept-identity.ts';
import { cloudIdentity } from './slots.ts';

/** Milliseconds before the end of a certificate at which the next one is asked for. */
const RENEWAL = 30 * 86_400_000;

/** Milliseconds between two times that it is asked for: a clock that is wrong would ask for ever. */
const RENEWAL_PAUSE = 86_400_000;

/** Keeps the certificate of the switch from running out (docs/specification/cloud.md 4). */
export class CertificateRenewal {
  readonly #context: ServiceContext;
  /** When the next certificate may be requested, by the monotonic clock. */
  #at = 0;
  /** When the certificate ends that the cloud has issued, in milliseconds since 1970. */
  #validUntil = Number.POSITIVE_INFINITY;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** The switch is signed in by this certificate. */
  follow(issued: CloudIdentity['issued']): void {
    this.#validUntil = endOf(issued);
  }

  /** Whether to ask for the next certificate, a month before the present one ends; true once in a day. */
  isDue(): boolean {
    const { clock, wallClock } = this.#context;
    if (this.#validUntil - wallClock.now() > RENEWAL || clock.now() < this.#at) return false;
    this.#at = clock.now() + RENEWAL_PAUSE;
    return true;
  }

  /** The cloud has issued the next one. */
  async issued(issued: CloudIdentity['issued']): Promise<void> {
    const identity = this.#context.slots.get(cloudIdentity);
    // A cloud whose clock was set back issues one that ends before the present one does.
    if (!identity || !issued || endOf(issued) <= this.#validUntil) return;
    await keepIdentity(this.#context, { ...identity, issued });
    this.#validUntil = endOf(issued);
  }
}

/** When a certificate ends, in milliseconds since 1970; one that is not there never does. */
export function endOf(issued: CloudIdentity['issued']): number {
  return issued ? Date.parse(new X509Certificate(issued.certificate).validTo) : Number.POSITIVE_INFINITY;
}
