import type { Message } from '../../model/values/message.ts';
import type { Facts } from './facts.ts';
import type { AttentionAction } from './said.ts';

/** Critical: something does not work, or loses frames. Warning: it will, or it is not what was meant. */
type FindingSeverity = 'warning' | 'critical';

/** Something that is wrong. */
export interface Finding {
  /** Its place, apart from the rule: a port ("10"), a VLAN, an address; "" for the whole switch. */
  readonly at: string;
  readonly severity: FindingSeverity;
  /** The physical ports at which it shows. */
  readonly ports?: readonly number[];
  /** One sentence: what is wrong. */
  readonly what: Message;
  /** The same in a sentence or two for users who see the port and know little of networks: in the Surveillance Mode. */
  readonly plain?: Message;
  /** One sentence: why. */
  readonly cause: Message;
  /** Advice, if no action does it. */
  readonly advice?: Message;
  /**
   * Milliseconds since 1970 by the device's clock, if the state contains the time; otherwise the time of the first
   * finding.
   */
  readonly since?: number | undefined;
  readonly actions: readonly AttentionAction[];
  /**
   * The circumstance that it is intended for: a finding that was put away comes back when this changes. If left out,
   * the finding stays the same as long as it exists.
   */
  readonly circumstance?: string;
}

/** One kind of thing that may be wrong. */
export interface Rule {
  /** In lower case with hyphens; part of the key of what it finds, and kept on flash. */
  readonly name: string;
  /** Paths of the pages that show it. */
  readonly pages: readonly string[];
  /** The findings for these facts. Pure. */
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
