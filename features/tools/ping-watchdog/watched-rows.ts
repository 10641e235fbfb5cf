import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { pingWatchdogCtrl, pingWatchdogEntry, WatchdogAction } from './objects.ts';

/** A host to be watched. */
export type WatchedRow = RowOf<typeof pingWatchdogEntry>;

/** The hosts that are watched. */
export function watchedRows(configuration: Configuration): readonly WatchedRow[] {
  if (configuration.group(pingWatchdogCtrl).pingWatchdogState !== Status.enabled) return [];
  return configuration.rows(pingWatchdogEntry).filter((row) => row.pingWatchdogRowState === Status.enabled);
}

/** The service that a port loses for a while by an action; undefined if it loses none. */
export function restOf(action: number): 'link' | 'power' | undefined {
  const { linkCycle, powerCycle, notifyAndPowerCycle } = WatchdogAction;
  if (action === linkCycle) return 'link';
  return action === powerCycle || action === notifyAndPowerCycle ? 'power' : undefined;
}
