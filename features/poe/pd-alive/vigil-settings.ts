import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { AliveAction, pdAliveEntry } from './objects.ts';
import type { VigilSettings } from './vigil.ts';

/** How a port's device is watched, as configured. */
export type VigilRow = RowOf<typeof pdAliveEntry>;

/** Settings of a vigil by the configuration. */
export function settingsOf(row: VigilRow): VigilSettings {
  const time = millisecondsIn(pdAliveEntry, row);
  return {
    interval: time('pdAliveInterval'),
    retryCount: row.pdAliveRetryCount,
    offTime: time('pdAliveOffTime'),
    upTime: time('pdAliveUpTime'),
    notifies: row.pdAliveAction !== AliveAction.reset,
    resets: row.pdAliveAction !== AliveAction.notify,
  };
}
