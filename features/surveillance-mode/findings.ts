import type { DeviceContext } from '../../device/feature.ts';
import { portsAndHealth } from '../port-health.ts';
import { healthChecks } from './slots.ts';

/**
 * Every port and how it does; frames that were damaged before the last check but one are not counted again. Rejects where the datapath
 * cannot be read.
 */
export function findingsOf(context: DeviceContext) {
  const checks = context.slots.get(healthChecks);
  return portsAndHealth(context, (port) => checks.get(port)?.since ?? 0n);
}
