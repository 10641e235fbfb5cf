import type { PortCounters } from '../../../datapath/datapath.ts';
import type { DeviceContext, LiveColumnsOf, LiveOf, LiveRowOf } from '../../../device/feature.ts';
import { liveDefaults } from '../../../device/live-defaults.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { prefixed } from '../../../model/values/prefixed.ts';
import type { Values } from '../../../model/wire/call.ts';
import { alarmEntry } from './alarm-objects.ts';
import { decimal, etherCounts, sizeCounts } from './counts.ts';
import { eventEntry, type logEntry } from './event-objects.ts';
import { type etherHistoryEntry, historyControlEntry } from './history-objects.ts';
import type { rmonCtrl } from './objects.ts';
import { alarmStates, eventRecords, histories, statisticsGroups } from './slots.ts';
import { countedIn } from './statistics-groups.ts';
import { etherStatsEntry } from './statistics-objects.ts';

/** How many rows of each table there are. */
export function liveCounts({ configuration }: DeviceContext): LiveOf<typeof rmonCtrl> {
  const rows = configuration();
  return {
    rmonStatsCount: rows.rows(etherStatsEntry).length,
    rmonHistoryCount: rows.rows(historyControlEntry).length,
    rmonAlarmCount: rows.rows(alarmEntry).length,
    rmonEventCount: rows.rows(eventEntry).length,
  };
}

/** Counters that a host may not have, by their columns. */
const counterOf: ReadonlyMap<string, keyof PortCounters> = new Map(
  Object.entries<keyof PortCounters>({
    UndersizePkts: 'undersize',
    Fragments: 'fragments',
    Jabbers: 'jabbers',
    Pkts64Octets: 'size64',
    Pkts65to127Octets: 'size65to127',
    Pkts128to255Octets: 'size128to255',
    Pkts256to511Octets: 'size256to511',
    Pkts512to1023Octets: 'size512to1023',
    Pkts1024to1518Octets: 'size1024to1518',
  }),
);

/** Counts as columns show them: decimal text, empty for what the host does not count. */
function told<Name extends string>(
  counts: Readonly<Record<Name, bigint | number>>,
  uncounted: ReadonlySet<keyof PortCounters>,
): Readonly<Record<Name, string>> {
  const shown = Object.entries<bigint | number>(counts).map(([name, count]) => {
    const counter = counterOf.get(name);
    return [name, counter && uncounted.has(counter) ? '' : typeof count === 'bigint' ? decimal(count) : String(count)];
  });
  // The names are those of `counts`.
  return Object.fromEntries(shown) as Record<Name, string>;
}

/** The counters of each statistics group. */
export async function liveStatistics(context: DeviceContext): Promise<LiveColumnsOf<typeof etherStatsEntry>> {
  const groups = context.slots.get(statisticsGroups);
  const { uncounted } = context.datapath.facts;
  const counters = await context.datapath.portCounters();
  return new Map(
    context
      .configuration()
      .rows(etherStatsEntry)
      .map((row): [string, LiveOf<typeof etherStatsEntry>] => {
        const group = groups.get(row.etherStatsIndex);
        const counted = group && countedIn(group, counters);
        const columns = counted
          ? prefixed('etherStats', told({ ...etherCounts(counted), ...sizeCounts(counted) }, uncounted))
          : liveDefaults(etherStatsEntry);
        return [rowKey(etherStatsEntry, row), columns];
      }),
  );
}

/** As many buckets are granted as are requested. */
export function liveHistories({ configuration }: DeviceContext): LiveColumnsOf<typeof historyControlEntry> {
  return new Map(
    configuration()
      .rows(historyControlEntry)
      .map((row) => [
        rowKey(historyControlEntry, row),
        { historyControlBucketsGranted: row.historyControlBucketsRequested },
      ]),
  );
}

/** The samples of the history that is asked for, or of all. */
export function sampleRows(
  { configuration, slots, datapath }: DeviceContext,
  { etherHistoryIndex }: Values,
): LiveRowOf<typeof etherHistoryEntry>[] {
  const kept = slots.get(histories);
  return configuration()
    .rows(historyControlEntry)
    .filter((row) => etherHistoryIndex === undefined || row.historyControlIndex === Number(etherHistoryIndex))
    .flatMap(({ historyControlIndex }) =>
      (kept.get(historyControlIndex) ?? []).map(({ sample, start, counts: { counts, utilization } }) => ({
        etherHistoryIndex: historyControlIndex,
        etherHistorySampleIndex: sample,
        etherHistoryIntervalStart: start,
        ...prefixed('etherHistory', told(counts, datapath.facts.uncounted)),
        etherHistoryUtilization: utilization,
      })),
    );
}

/** The last sample of each alarm. */
export function liveAlarms({ configuration, slots }: DeviceContext): LiveColumnsOf<typeof alarmEntry> {
  const states = slots.get(alarmStates);
  return new Map(
    configuration()
      .rows(alarmEntry)
      .map((row) => [rowKey(alarmEntry, row), { alarmValue: Number(states.get(row.alarmIndex)?.compared ?? 0n) }]),
  );
}

/** When each event went off last. */
export function liveEvents({ configuration, slots }: DeviceContext): LiveColumnsOf<typeof eventEntry> {
  const records = slots.get(eventRecords);
  return new Map(
    configuration()
      .rows(eventEntry)
      .map((row) => [rowKey(eventEntry, row), { eventLastTimeSent: records.get(row.eventIndex)?.lastSent ?? 0 }]),
  );
}

/** Log of the event asked for, or of all. */
export function loggedRows(
  { configuration, slots }: DeviceContext,
  { logEventIndex }: LiveRowOf<typeof logEntry>,
): LiveRowOf<typeof logEntry>[] {
  const records = slots.get(eventRecords);
  return configuration()
    .rows(eventEntry)
    .filter((row) => logEventIndex === undefined || row.eventIndex === Number(logEventIndex))
    .flatMap(({ eventIndex }) =>
      (records.get(eventIndex)?.log ?? []).map(({ index, time, description }) => ({
        logEventIndex: eventIndex,
        logIndex: index,
        logTime: time,
        logDescription: description,
      })),
    );
}
