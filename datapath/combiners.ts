import { type Message, say } from '../model/values/message.ts';
import { NO_PORTS, type PortList } from '../model/values/port-list.ts';
import { type Combiner, PlanConflict } from './section.ts';

/** Every port there can be. */
export const EVERY_PORT: PortList = (1n << 64n) - 1n;

/** Holds only where every feature agrees. */
export const and: Combiner<boolean> = { none: true, combine: (parts) => parts.every(Boolean) };

/** Holds where any feature asks for it. */
export const or: Combiner<boolean> = { none: false, combine: (parts) => parts.some(Boolean) };

/** The ports that any feature names. */
export const union: Combiner<PortList> = {
  none: NO_PORTS,
  combine: (parts) => parts.reduce((all, part) => all | part, NO_PORTS),
};

/** The ports that every feature leaves; each narrows. */
export const intersection: Combiner<PortList> = {
  none: EVERY_PORT,
  combine: (parts) => parts.reduce((all, part) => all & part, EVERY_PORT),
};

/** The largest of what is asked for; `none` where nothing is. */
export function largest(none: number): Combiner<number> {
  return { none, combine: (parts) => Math.max(...parts) };
}

/** One feature's business; two that say different things are in conflict. `what` names it: "its PVID". */
export function only<Whole>(none: Whole, what: Message): Combiner<Whole> {
  return {
    none,
    combine([first, ...others]) {
      if (first === undefined) return none;
      if (others.some((other) => other !== first)) {
        throw new PlanConflict(say('two settings use {{what}}.', { what }));
      }
      return first;
    },
  };
}

/** A value with the name of what speaks for it. */
export interface Claim<Rank extends string, Whole> {
  readonly by: Rank;
  readonly value: Whole;
}

/** Of several claims the one whose rank is last in `ranks` wins; two different claims of the same rank conflict. */
export function precedence<Rank extends string, Whole>(
  ranks: readonly Rank[],
  none: Whole,
  what: Message,
): Combiner<Whole, Claim<Rank, Whole>> {
  return {
    none,
    combine(claims) {
      const highest = Math.max(...claims.map(({ by }) => ranks.indexOf(by)));
      const strongest = claims.filter(({ by }) => ranks.indexOf(by) === highest).map(({ value }) => value);
      return only(none, what).combine(strongest);
    },
  };
}
