import type { DeviceContext } from '../../device/feature.ts';
import { findAll, type RuledFinding } from './finding.ts';
import { factsOf } from './gather.ts';
import { rules } from './rules.ts';

/** The present findings, the worst first. Rejects if the datapath cannot be read. */
export async function evaluate(context: DeviceContext): Promise<readonly RuledFinding[]> {
  return findAll(rules, await factsOf(context));
}
