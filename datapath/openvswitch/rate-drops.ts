import type { RateDrops } from '../datapath.ts';
import type { PortNumber } from '../plan.ts';
import { limitOfMeter, type MeteredLimit } from './pipeline/rate-flows.ts';
import { Tally } from './tally.ts';

/** Adds up what the meters of ports have dropped: when ovs-vswitchd restarts, they count from 0 again. */
export class RateDropTallies {
  readonly #tallies = new Map<PortNumber, Record<MeteredLimit, Tally>>();
  /** The start value of a newly seen meter: at the first look it may be a former driver's. */
  #first: bigint | undefined;

  /** Takes the present counts by the meters' numbers; returns the sums since the start. */
  add(metered: ReadonlyMap<number, bigint>): ReadonlyMap<PortNumber, RateDrops> {
    for (const [number, drops] of metered) {
      const of = limitOfMeter(number);
      if (of) this.#of(of.port)[of.limit].advance(drops);
    }
    this.#first = 0n;
    return new Map([...this.#tallies].map(([port, of]) => [port, totalsOf(of)]));
  }

  #of(port: PortNumber): Record<MeteredLimit, Tally> {
    const present = this.#tallies.get(port);
    if (present) return present;
    const made = {
      ingressKilobits: new Tally(this.#first),
      broadcasts: new Tally(this.#first),
      multicasts: new Tally(this.#first),
      unknownUnicasts: new Tally(this.#first),
    };
    this.#tallies.set(port, made);
    return made;
  }
}

function totalsOf({
  ingressKilobits,
  broadcasts,
  multicasts,
  unknownUnicasts,
}: Record<MeteredLimit, Tally>): RateDrops {
  return {
    ingressKilobits: ingressKilobits.total,
    broadcasts: broadcasts.total,
    multicasts: multicasts.total,
    unknownUnicasts: unknownUnicasts.total,
  };
}
