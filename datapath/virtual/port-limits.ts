import type { RateDrops } from '../datapath.ts';
import type { RatePlan } from '../plan.ts';
import { ingressBurst } from '../rate-burst.ts';
import { TokenBucket } from './token-bucket.ts';

/** The limits of a port. */
type Limit = keyof RatePlan;

const LARGEST_FRAME = 9216;
const OCTETS_PER_KILOBIT = 125;

/** Rates of a port in both directions, and drops beyond its limits. */
export class PortLimits {
  readonly #buckets: Record<Limit, TokenBucket | undefined> = eachLimit(() => undefined);
  readonly #dropped: Record<Limit, number> = eachLimit(() => 0);
  #plan: RatePlan = eachLimit(() => undefined);
  #maximumFrame = LARGEST_FRAME;
  /** Most ports have no limit: their frames need not look for one. */
  #isLimited = false;

  /** Takes over what is wanted of a port that takes frames of `maximumFrame` octets; a limit that stays goes on where it was. */
  configure(plan: RatePlan = eachLimit(() => undefined), maximumFrame = LARGEST_FRAME): void {
    const former = this.#plan;
    const isAsLong = maximumFrame === this.#maximumFrame;
    this.#plan = plan;
    this.#maximumFrame = maximumFrame;
    this.#isLimited = limits.some((limit) => plan[limit] !== undefined);
    for (const limit of limits) {
      const rate = plan[limit];
      if (rate === former[limit] && (isAsLong || limit !== 'ingressKilobits')) continue;
      this.#buckets[limit] = rate === undefined ? undefined : bucketOf(limit, rate, maximumFrame);
    }
  }

  /** How many of `weight` frames are within a limit that counts `tokens` for each at `now`; the others are noted as dropped. */
  admit(limit: Limit, weight: number, tokens: number, now: number): number {
    if (!this.#isLimited) return weight;
    const bucket = this.#buckets[limit];
    if (!bucket) return weight;
    const admitted = bucket.admit(weight, tokens, now);
    if (admitted < weight) this.#dropped[limit] += weight - admitted;
    return admitted;
  }

  /** Milliseconds after which a limit that counts `tokens` for a frame admits one; 0 for at once. */
  wait(limit: Limit, tokens: number, now: number): number {
    return this.#buckets[limit]?.wait(tokens, now) ?? 0;
  }

  /** Ingress drops since the start. */
  dropped(): RateDrops {
    const { ingressKilobits, broadcasts, multicasts, unknownUnicasts } = this.#dropped;
    return {
      ingressKilobits: BigInt(ingressKilobits),
      broadcasts: BigInt(broadcasts),
      multicasts: BigInt(multicasts),
      unknownUnicasts: BigInt(unknownUnicasts),
    };
  }
}

function bucketOf(limit: Limit, rate: number, maximumFrame: number): TokenBucket {
  const octets = rate * OCTETS_PER_KILOBIT;
  if (limit === 'ingressKilobits') return new TokenBucket(octets, ingressBurst(rate, maximumFrame));
  // Two of the largest frames leave at once, however low the rate is.
  return limit === 'egressKilobits'
    ? new TokenBucket(octets, Math.max(octets, 2 * LARGEST_FRAME))
    : new TokenBucket(rate);
}

function eachLimit<Value>(value: () => Value): Record<Limit, Value> {
  return {
    ingressKilobits: value(),
    egressKilobits: value(),
    broadcasts: value(),
    multicasts: value(),
    unknownUnicasts: value(),
  };
}

const limits = Object.keys(eachLimit(() => 0)) as readonly Limit[];
