import { vlansInForce } from '../../../datapath/state.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { accessRuleKey } from '../../../model/access-control/access-rule.ts';
import { say } from '../../../model/values/message.ts';
import { quantityMessage } from '../../../model/values/quantities.ts';
import { cleared } from './cleared.ts';
import { rateMaximum } from './rate-maximum.ts';
import { restReason } from './resting.ts';
import { aclRuleEntry, RuleReason } from './rule-objects.ts';

/**
 * Warns of rules that rest by now, and of rates that are higher than their ports carry, once each. What the counter of a rule showed
 * when it was cleared goes with the rule, whatever takes it away: another one under its number counts from 0.
 */
export function watchRules({ configuration, forwarding, hardware, log, slots }: ServiceContext): RunningService {
  let resting = new Set<number>();
  let clamped = new Set<number>();

  function follow(): void {
    const { plan, state } = forwarding();
    const vlans = vlansInForce(plan, state);
    const [restingNow, clampedNow] = [new Set<number>(), new Set<number>()];
    const present = new Set<number>();
    for (const row of configuration().rows(aclRuleEntry)) {
      const key = accessRuleKey(row.aclProfileId, row.aclRuleId);
      present.add(key);
      const rule = aclRuleEntry.rowName(row);
      const reason = restReason(plan.accessControl.get(key), vlans);
      if (reason !== RuleReason.none) {
        restingNow.add(key);
        const why = say(aclRuleEntry.fields.aclRuleReason.show(reason));
        if (!resting.has(key)) log.write(Severity.warning, say('Inactive: {{rule}}. {{why}}.', { rule, why }));
      }
      const maximum = rateMaximum(row, hardware);
      if (row.aclRuleRateLimit <= maximum) continue;
      clampedNow.add(key);
      if (clamped.has(key)) continue;
      const text = say('The rate of {{rule}} is at most {{maximum}}, the speed of its ports.', {
        rule,
        maximum: quantityMessage(maximum, aclRuleEntry.fields.aclRuleRateLimit.unit) ?? maximum,
      });
      log.write(Severity.warning, text);
    }
    slots.update(cleared, (before) => {
      const left = [...before].filter(([key]) => present.has(key));
      return left.length === before.size ? before : new Map(left);
    });
    resting = restingNow;
    clamped = clampedNow;
  }

  follow();
  return { changed: follow };
}
