import { Tally } from './tally.ts';

/** Adds up what the meters of classes for the agent have dropped: a recreated meter counts from 0 again. */
export class PuntDropTallies {
  /** By meter, with the class that it keeps the rate of: its number is given to another class later. */
  readonly #meters = new Map<number, { readonly kind: string; readonly tally: Tally }>();
  readonly #totals = new Map<string, bigint>();

  /** Takes the present counts by the meters' numbers; returns the sums since the start by class. */
  add(
    metered: ReadonlyMap<number, bigint>,
    kindOf: (meter: number) => string | undefined,
  ): ReadonlyMap<string, bigint> {
    for (const [number, drops] of metered) {
      const kind = kindOf(number);
      if (kind === undefined) continue;
      const present = this.#meters.get(number);
      const tally = present?.kind === kind ? present.tally : new Tally(0n);
      this.#meters.set(number, { kind, tally });
      this.#totals.set(kind, (this.#totals.get(kind) ?? 0n) + tally.advance(drops));
    }
    return this.#totals;
  }
}
