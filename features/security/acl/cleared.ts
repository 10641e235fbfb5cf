import { slot } from '../../../device/slot.ts';
import type { AccessRulePlan } from '../../../model/access-control/access-rule.ts';

/** A counter that was cleared: what it showed then, and of which rule. */
export interface Cleared {
  readonly hits: bigint;
  readonly rule: AccessRulePlan | undefined;
}

/** The counters that were cleared, by `accessRuleKey`. */
export const cleared = slot<ReadonlyMap<number, Cleared>>('access rules that were cleared', new Map());
