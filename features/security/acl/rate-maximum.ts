import type { Hardware } from '../../../model/hardware/hardware.ts';
import { hasPort, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import type { RuleRow } from './conditions.ts';
import { RATE_MAXIMUM, RATE_MAXIMUM_10G } from './rule-objects.ts';

const TEN_GIGABIT = 10_000;

/**
 * The highest rate of a rule, in its units: what the fastest of its ports carries, a gigabit at least
 * (docs/specification/security.md 5.0).
 */
export function rateMaximum(
  { aclRulePorts }: Pick<RuleRow, 'aclRulePorts'>,
  { ports }: Pick<Hardware, 'ports'>,
): number {
  const listed = parsePortList(aclRulePorts) ?? NO_PORTS;
  const isFast = [...ports.values()].some(
    ({ number, speeds }) => hasPort(listed, number) && speeds.includes(TEN_GIGABIT),
  );
  return isFast ? RATE_MAXIMUM_10G : RATE_MAXIMUM;
}
