import type { AccessRulePlan } from '../../../model/access-control/access-rule.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { type aclRuleEntry, RuleReason } from './rule-objects.ts';

type Reason = RowOf<typeof aclRuleEntry>['aclRuleReason'];

/**
 * Why a rule is not in force, a value of `aclRuleReason`: `plan` is undefined if its copies have no destination, and
 * `vlans` are those that frames can be in.
 */
export function restReason(plan: AccessRulePlan | undefined, vlans: ReadonlyMap<number, unknown>): Reason {
  if (!plan) return RuleReason.noTarget;
  const asked = plan.match.find(({ field }) => field === 'vlan');
  return !asked || isIn(vlans, Number(asked.value), Number(asked.mask)) ? RuleReason.none : RuleReason.noVlan;
}

const EVERY_BIT = 0xfff;

function isIn(vlans: ReadonlyMap<number, unknown>, value: number, mask: number): boolean {
  if (mask === EVERY_BIT) return vlans.has(value);
  for (const vlan of vlans.keys()) if ((vlan & mask) === value) return true;
  return false;
}
