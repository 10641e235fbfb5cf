import { vlansInForce } from '../../../datapath/state.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { accessRuleKey } from '../../../model/access-control/access-rule.ts';
import { say } from '../../../model/values/message.ts';
import { rateMaximum } from './rate-maximum.ts';
import { restReason } from './resting.ts';
import { aclRuleEntry, RuleReason } from './rule-objects.ts';

/** Warns of rules that rest by now, and of rates that are higher than their ports carry, once each. */
export function watchRules({ configuration, forwarding, hardware, log }: ServiceContext): RunningService {
  let resting = new Set<number>();
  let clamped = new Set<number>();

  function follow(): void {
    const { plan, state } = forwarding();
    const vlans = vlansInForce(plan, state);
    const [restingNow, clampedNow] = [new Set<number>(), new Set<number>()];
    for (const row of configuration().rows(aclRuleEntry)) {
      const key = accessRuleKey(row.aclProfileId, row.aclRuleId);
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
      const text = say('The rate of {{rule}} is at most {{maximum}} × 64 kbit/s, the speed of its ports.', {
        rule,
        maximum,
      });
      log.write(Severity.warning, text);
    }
    resting = restingNow;
    clamped = clampedNow;
  }

  follow();
  return { changed: follow };
}
