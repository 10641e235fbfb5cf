import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { changeOnceDecided } from '../../../device/services/change-once-decided.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import type { RuleRow } from './conditions.ts';
import { deadlines } from './deadlines.ts';
import { aclRuleEntry } from './rule-objects.ts';

interface Pending {
  readonly rule: RuleRow;
  cancel(): void;
}

/** Lets rules with a timeout go when it is over, counted from when they were set last. */
export function startTimeouts(context: ServiceContext): RunningService {
  const pending = new Map<string, Pending>();
  const ends = new Map<string, number>();

  function follow(): void {
    const present = new Map(
      context
        .configuration()
        .rows(aclRuleEntry)
        .filter(({ aclRuleTimeout }) => aclRuleTimeout > 0)
        .map((rule) => [rowKey(aclRuleEntry, rule), rule]),
    );
    for (const [key, { rule, cancel }] of pending) {
      if (present.get(key) === rule) continue;
      cancel();
      pending.delete(key);
    }
    for (const [key, rule] of present) if (!pending.has(key)) pending.set(key, begun(key, rule));
    tell();
  }

  function begun(key: string, rule: RuleRow): Pending {
    const milliseconds = millisecondsIn(aclRuleEntry, rule)('aclRuleTimeout');
    ends.set(key, context.clock.now() + milliseconds);
    const cancel = context.clock.after(milliseconds, () => void expire(rule));
    return { rule, cancel };
  }

  function tell(): void {
    for (const key of ends.keys()) if (!pending.has(key)) ends.delete(key);
    context.slots.update(deadlines, () => new Map(ends));
  }

  async function expire(rule: RuleRow): Promise<void> {
    const { aclProfileId, aclRuleId } = rule;
    await changeOnceDecided(
      context,
      say('The timeout of {{rule}} has expired.', { rule: aclRuleEntry.rowName(rule) }),
      (configuration) =>
        configuration.row(aclRuleEntry, rule) === rule
          ? configuration.withoutRow(aclRuleEntry, { aclProfileId, aclRuleId })
          : configuration,
    );
  }

  follow();
  return { changed: follow, stop: () => context.slots.update(deadlines, () => new Map()) };
}
