import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import type { WatchSettings } from '../../../protocols/ping-watchdog/watchdog.ts';
import { pingWatchdogEntry } from './objects.ts';
import { restOf, type WatchedRow } from './watched-rows.ts';

/** Settings of a watch by the configuration. */
export function settingsOf(row: WatchedRow): WatchSettings {
  const time = millisecondsIn(pingWatchdogEntry, row);
  return {
    interval: time('pingWatchdogInterval'),
    retries: row.pingWatchdogFailCount,
    startDelay: time('pingWatchdogStartDelay'),
    offTime: restOf(row.pingWatchdogAction) ? time('pingWatchdogOffTime') : 0,
    mostActions: row.pingWatchdogMaxActions,
  };
}
