import type { Action } from './action.ts';
import { formatActions } from './action-text.ts';
import { formatMatch, type Match } from './match.ts';

/** One OpenFlow rule. Table, priority and match name it; two rules cannot share them. */
export interface Flow {
  readonly table: number;
  readonly priority: number;
  readonly match: Match;
  readonly actions: readonly Action[];
  /** Low 32 bits of the cookie: why a frame comes to the agent, or what the rule's counters count. Default 0. */
  readonly tag?: number;
  /** Whether it expires after some seconds unless the agent renews it. */
  readonly isLeased?: boolean;
}

/** The identity of a rule. */
export function flowKey({ table, priority, match }: Flow): string {
  const text = formatMatch(match);
  return `table=${table},priority=${priority}${text && `,${text}`}`;
}

/** Whether two rules of the same name do the same. */
export function sameEffect(one: Flow, other: Flow): boolean {
  return (
    (one.tag ?? 0) === (other.tag ?? 0) &&
    one.isLeased === other.isLeased &&
    (one.actions === other.actions || formatActions(one.actions) === formatActions(other.actions))
  );
}

/** The rule as ovs-ofctl(8) reads it: what an administrator would compare with dump-flows. */
export function formatFlow(flow: Flow): string {
  return `${flowKey(flow)},actions=${formatActions(flow.actions)}`;
}
