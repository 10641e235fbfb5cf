import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { pingWatchdogCtrl, pingWatchdogEntry } from './objects.ts';

/** A host to be watched. */
export type WatchedRow = RowOf<typeof pingWatchdogEntry>;

/** The hosts that are watched. */
export function watchedRows(configuration: Configuration): readonly WatchedRow[] {
  if (configuration.group(pingWatchdogCtrl).pingWatchdogState !== Status.enabled) return [];
  return configuration.rows(pingWatchdogEntry).filter((row) => row.pingWatchdogRowState === Status.enabled);
}
