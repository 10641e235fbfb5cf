import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { alarmEntry } from './alarm-objects.ts';
import { eventEntry } from './event-objects.ts';
import { historyControlEntry } from './history-objects.ts';
import { rmonCtrl } from './objects.ts';
import { etherStatsEntry } from './statistics-objects.ts';

/** Objects that RMON follows. */
export const rmonSettings = [rmonCtrl, etherStatsEntry, historyControlEntry, alarmEntry, eventEntry] as const;

/** Whether RMON is enabled. */
export function isRmonOn(configuration: Configuration): boolean {
  return configuration.group(rmonCtrl).rmonGlobalState === Status.enabled;
}

/** Whether there is anything to count or to sample. */
export function isRmonWanted(configuration: Configuration): boolean {
  return (
    isRmonOn(configuration) &&
    [etherStatsEntry, historyControlEntry, alarmEntry].some((table) => configuration.rows(table).length > 0)
  );
}
