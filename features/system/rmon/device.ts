import { type DeviceFeature, live, operation, type Service } from '../../../device/feature.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { snmpCommunityEntry } from '../snmp/community-objects.ts';
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

/** Restarts the counters of one group. */
const clear = operation(etherStatsEntry, {
  async operate(context, { values }) {
    if (values.etherStatsClear === undefined) return;
    clearStatistics(context, Number(values.etherStatsIndex), await context.datapath.portCounters());
  },
});

/**
 * A manager's value for an event's community (RFC 2819) is a secret: the index of the row that has it is stored
 * instead.
 */
const communityOfEvent = operation(eventEntry, {
  async prepare({ configuration }, { values }) {
    if (!values.eventCommunity) return values;
    const named = configuration()
      .rows(snmpCommunityEntry)
      .find((row) => row.snmpCommunityName === values.eventCommunity);
    return named ? { ...values, eventCommunity: named.snmpCommunityIndex } : values;
  },
});

/** A community that an event already names, before it existed, is replaced by its index from now on. */
const communityOfEvents = operation(snmpCommunityEntry, {
  async operate({ configuration, management }, { values, caller }) {
    const index = values.snmpCommunityIndex;
    const string = values.snmpCommunityName;
    if (!string || index === undefined) return;
    const events = configuration()
      .rows(eventEntry)
      .filter(({ eventCommunity }) => eventCommunity === string && eventCommunity !== index);
    if (events.length === 0) return;
    const requests = events.map(
      ({ eventIndex }) => ({ kind: 'set', object: eventEntry, values: { eventIndex, eventCommunity: index } }) as const,
    );
    await management.perform(requests, caller);
  },
});

/** A new alarm's variable is a number of this switch. */
const variableOfAlarm = operation(alarmEntry, {
  async prepare(context, { kind, values }) {
    if (kind !== 'create') return values;
    const variable = String(values.alarmVariable ?? alarmEntry.fields.alarmVariable.default);
    const { refusalOf } = await import('../integer-variables.ts');
    const message = await refusalOf(context, variable);
    if (message) throw new Refusal(ErrorCode.wrongValue, message, placeIn(alarmEntry, values, 'alarmVariable'));
    return values;
  },
});

/** System > RMON: Settings, Statistics, History, Alarm, Event. */
export const rmon: DeviceFeature = {
  objects: [rmonCtrl, etherStatsEntry, historyControlEntry, etherHistoryEntry, alarmEntry, eventEntry, logEntry],
  rules: rmonRules,
  live: [
    live(rmonCtrl, { group: liveCounts }),
    live(etherStatsEntry, { columns: liveStatistics }),
    live(historyControlEntry, { columns: liveHistories }),
    live(etherHistoryEntry, { rows: sampleRows }),
    live(alarmEntry, { columns: liveAlarms }),
    live(eventEntry, { columns: liveEvents }),
    live(logEntry, { rows: loggedRows }),
  ],
  operations: [clear, variableOfAlarm, communityOfEvent, communityOfEvents],
  services: [sampling],
};
