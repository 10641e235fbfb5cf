import type { DeviceFeature, Operation, Service } from '../../../device/feature.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { alarmEntry } from './alarm-objects.ts';
import {
  liveAlarms,
  liveCounts,
  liveEvents,
  liveHistories,
  liveStatistics,
  loggedRows,
  sampleRows,
} from './device-live.ts';
import { eventEntry, logEntry } from './event-objects.ts';
import { etherHistoryEntry, historyControlEntry } from './history-objects.ts';
import { rmonCtrl } from './objects.ts';
import { rmonRules } from './rules.ts';
import { isRmonWanted, rmonSettings } from './settings.ts';
import { clearStatistics } from './statistics-groups.ts';
import { etherStatsEntry } from './statistics-objects.ts';

const sampling: Service = {
  name: 'RMON',
  reads: rmonSettings,
  wanted: isRmonWanted,
  start: async (context) => (await import('./running-rmon.ts')).startRmon(context),
};

/** Begins the counters of one group anew. */
const clear: Operation = {
  object: etherStatsEntry,
  async operate(context, { values }) {
    if (values.etherStatsClear === undefined) return;
    clearStatistics(context, Number(values.etherStatsIndex), await context.datapath.portCounters());
  },
};

/** A new alarm's variable is a number of this switch. */
const variableOfAlarm: Operation = {
  object: alarmEntry,
  async prepare(context, { kind, values }) {
    if (kind !== 'create') return values;
    const variable = String(values.alarmVariable ?? alarmEntry.fields.alarmVariable.default);
    const { refusalOf } = await import('../integer-variables.ts');
    const message = await refusalOf(context, variable);
    if (message) throw new Refusal(ErrorCode.wrongValue, message, placeIn(alarmEntry, values, 'alarmVariable'));
    return values;
  },
};

/** System > RMON: Settings, Statistics, History, Alarm, Event. */
export const rmon: DeviceFeature = {
  objects: [rmonCtrl, etherStatsEntry, historyControlEntry, etherHistoryEntry, alarmEntry, eventEntry, logEntry],
  rules: rmonRules,
  live: [
    { object: rmonCtrl, group: liveCounts },
    { object: etherStatsEntry, columns: liveStatistics },
    { object: historyControlEntry, columns: liveHistories },
    { object: etherHistoryEntry, rows: sampleRows },
    { object: alarmEntry, columns: liveAlarms },
    { object: eventEntry, columns: liveEvents },
    { object: logEntry, rows: loggedRows },
  ],
  operations: [clear, variableOfAlarm],
  services: [sampling],
};
