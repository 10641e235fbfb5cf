import { sameMatch } from '../../model/access-control/access-rule.ts';
import type { AccessNumber, AccessNumbers } from './pipeline/access-numbers.ts';
import { Tally } from './tally.ts';

/** Counter of one rule. */
interface Count {
  readonly rule: AccessNumber;
  /** Of the OpenFlow rules that now represent it. */
  readonly tally: Tally;
  /** Of the rules that represented it before. */
  readonly before: bigint;
}

/** Adds up how often access rules decided, over changes of theirs and starts of ovs-vswitchd. */
export class AccessHits {
  #counts: ReadonlyMap<number, Count> = new Map();
  #numbers: AccessNumbers | undefined;

  /** Records the rules now in force. Counts of rules from a former start of the agent belong to that one. */
  follow(numbers: AccessNumbers): void {
    if (numbers === this.#numbers) return;
    const isFirst = this.#numbers === undefined;
    this.#numbers = numbers;
    this.#counts = new Map(
      [...numbers.rules].map(([key, rule]) => {
        const present = this.#counts.get(key);
        return [key, present ? goingOn(present, rule) : begun(rule, isFirst)];
      }),
    );
  }

  /** Takes the present counts by serial; returns the sums by key. */
  add(counted: ReadonlyMap<number, bigint>): ReadonlyMap<number, bigint> {
    return new Map(
      [...this.#counts].map(([key, { rule, tally, before }]) => {
        const present = counted.get(rule.serial);
        if (present !== undefined) tally.advance(present);
        return [key, before + tally.total];
      }),
    );
  }
}

function begun(rule: AccessNumber, isFirst: boolean): Count {
  return { rule, tally: isFirst ? new Tally() : new Tally(0n), before: 0n };
}

function goingOn(count: Count, rule: AccessNumber): Count {
  if (rule.serial === count.rule.serial) return { ...count, rule };
  const before = sameMatch(count.rule.plan, rule.plan) ? count.before + count.tally.total : 0n;
  return { rule, tally: new Tally(0n), before };
}
