import type { Message } from '../../model/values/message.ts';
import type { Facts } from './facts.ts';
import type { AttentionAction } from './said.ts';

/** Critical: something does not work, or loses frames. Warning: it will, or it is not what was meant. */
type FindingSeverity = 'warning' | 'critical';

/** Something that is wrong. */
export interface Finding {
  /** What it is at, apart from the rule: a port ("10"), a VLAN, an address; "" for the whole switch. */
  readonly at: string;
  readonly severity: FindingSeverity;
  /** The physical ports at which it shows. */
  readonly ports?: readonly number[];
  /** One sentence: what is wrong. */
  readonly what: Message;
  /** The same in a sentence or two for whoever sees the port, and knows little of networks: in the Surveillance Mode. */
  readonly plain?: Message;
  /** One sentence: why. */
  readonly cause: Message;
  /** What to do where no action does it. */
  readonly advice?: Message;
  /** Milliseconds since 1970 by the device's clock, where the state tells; else since it was found first. */
  readonly since?: number | undefined;
  readonly actions: readonly AttentionAction[];
  /**
   * What it is intended for: a finding that was put away comes back when this changes. Left out, it is the same as long as it is
   * there.
   */
  readonly circumstance?: string;
}

/** One kind of thing that may be wrong. */
export interface Rule {
  /** In lower case with hyphens; part of the key of what it finds, and kept on flash. */
  readonly name: string;
  /** Paths of the pages that show it. */
  readonly pages: readonly string[];
  /** What is wrong by these facts. Pure. */
  find(facts: Facts): readonly Finding[];
}

/** A finding with its rule. */
export interface RuledFinding extends Finding {
  readonly rule: Rule;
  /** Unique among findings: "half-duplex 10". */
  readonly key: string;
}

const rank = { critical: 0, warning: 1 } as const;

/** Everything that the rules find, the worst first, else in the order of rules and ports. */
export function findAll(rules: readonly Rule[], facts: Facts): readonly RuledFinding[] {
  return rules
    .flatMap((rule) => rule.find(facts).map((finding) => ({ ...finding, rule, key: keyOf(rule, finding) })))
    .sort((a, b) => rank[a.severity] - rank[b.severity]);
}

function keyOf({ name }: Rule, { at }: Finding): string {
  return at === '' ? name : `${name} ${at}`;
}
