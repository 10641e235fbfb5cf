import type { Bridge, BridgePort, TreePort } from './bridge-state.ts';
import { isOver, running, stirTree } from './conditions.ts';

/**
 * Whether a topology change received on `port` takes effect: a protected port's do, until there were as many in a cycle
 * as the threshold says. Ignored ones take effect together at the cycle's end (`endCycle`).
 */
export function admitsChange(bridge: Bridge, port: BridgePort, meant: readonly TreePort[]): boolean {
  const { protection: wanted } = bridge.settings;
  if (!wanted || !port.settings.protected) return true;
  const cycle = bridge.protection;
  if (isOver(bridge, cycle.endsAt) || cycle.endsAt === Number.POSITIVE_INFINITY) {
    cycle.endsAt = running(bridge, wanted.cycle);
    cycle.counted = 0;
  }
  cycle.counted += 1;
  if (cycle.counted <= wanted.threshold) return true;
  if (cycle.skipped.size === 0) bridge.news.push({ kind: 'changesIgnored', port: port.number });
  for (const at of meant) cycle.skipped.add(at);
  port.ignoredChanges += 1;
  return false;
}

/** Ends a cycle that is over: what was passed over in it is followed once. */
export function endCycle(bridge: Bridge): void {
  const cycle = bridge.protection;
  if (!isOver(bridge, cycle.endsAt)) return;
  cycle.endsAt = Number.POSITIVE_INFINITY;
  for (const at of cycle.skipped) {
    at.rcvdTc = true;
    stirTree(bridge, at);
  }
  cycle.skipped.clear();
}
