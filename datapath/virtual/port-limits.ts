import type { RateDrops } from '../datapath.ts';
import type { RatePlan } from '../plan.ts';
import { ingressBurst } from '../rate-burst.ts';
import { TokenBucket } from './token-bucket.ts';

/** The limits of a port. */
type Limit = keyof RatePlan;

const LARGEST_FRAME = 9216;
const OCTETS_PER_KILOBIT = 125;

/** One limit of a port, and the frames beyond it. */
class RateLimit {
  /** Undefined for no limit. */
  bucket: TokenBucket | undefined;
  /** Frames since the start. */
  dropped = 0;

  /** How many of `weight` frames are within a limit that counts `tokens` for each at `now`; the others are noted as dropped. */
  admit(weight: number, tokens: number, now: number): number {
    const { bucket } = this;
    if (!bucket) return weight;
    const admitted = bucket.admit(weight, tokens, now);
    if (admitted < weight) this.dropped += weight - admitted;
    return admitted;
  }

  /** Milliseconds after which a limit that counts `tokens` for a frame admits one; 0 for at once. */
  wait(tokens: number, now: number): number {
    return this.bucket?.wait(tokens, now) ?? 0;
  }
}

/** Rates of a port in both directions, and drops beyond its limits. */
export class PortLimits implements Record<Limit, RateLimit> {
  // Each by its name: every frame asks for some, and one chosen by a variable costs more than to keep to it.
  readonly ingressKilobits = new RateLimit();
  readonly egressKilobits = new RateLimit();
  readonly broadcasts = new RateLimit();
  readonly multicasts = new RateLimit();
  readonly unknownUnicasts = new RateLimit();
  #plan: RatePlan = NO_RATES;
  #maximumFrame = LARGEST_FRAME;

  /** Takes over what is wanted of a port that takes frames of `maximumFrame` octets; a limit that stays goes on where it was. */
  configure(plan: RatePlan = NO_RATES, maximumFrame = LARGEST_FRAME): void {
    const former = this.#plan;
    const isAsLong = maximumFrame === this.#maximumFrame;
    this.#plan = plan;
    this.#maximumFrame = maximumFrame;
    for (const limit of limits) {
      const rate = plan[limit];
      if (rate === former[limit] && (isAsLong || limit !== 'ingressKilobits')) continue;
      this[limit].bucket = rate === undefined ? undefined : bucketOf(limit, rate, maximumFrame);
    }
  }

  /** Ingress drops since the start. */
  dropped(): RateDrops {
    return {
      ingressKilobits: BigInt(this.ingressKilobits.dropped),
      broadcasts: BigInt(this.broadcasts.dropped),
      multicasts: BigInt(this.multicasts.dropped),
      unknownUnicasts: BigInt(this.unknownUnicasts.dropped),
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

const NO_RATES: RatePlan = {
  ingressKilobits: undefined,
  egressKilobits: undefined,
  broadcasts: undefined,
  multicasts: undefined,
  unknownUnicasts: undefined,
};

const limits = Object.keys(NO_RATES) as readonly Limit[];
