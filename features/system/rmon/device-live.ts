import type { PortCounters } from '../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { rowKey } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import { alarmEntry } from './alarm-objects.ts';
import { decimal, etherCounts, sizeCounts } from './counts.ts';
import { eventEntry } from './event-objects.ts';
import { prefixed } from './fields.ts';
import { historyControlEntry } from './history-objects.ts';
import { alarmStates, eventRecords, histories, statisticsGroups } from './slots.ts';
import { countedIn } from './statistics-groups.ts';
import { etherStatsEntry } from './statistics-objects.ts';

/** How many rows of each table there are. */
export function liveCounts({ configuration }: DeviceContext): Values {
  const rows = configuration();
  return {
    rmonStatsCount: rows.rows(etherStatsEntry).length,
    rmonHistoryCount: rows.rows(historyControlEntry).length,
    rmonAlarmCount: rows.rows(alarmEntry).length,
    rmonEventCount: rows.rows(eventEntry).length,
  };
}

/** The counters that the host does not tell, as columns without a value. */
function untold(uncounted: ReadonlySet<keyof PortCounters>, columns: Record<string, keyof PortCounters>): Values {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([column, counter]): [string, string][] =>
      uncounted.has(counter) ? [[column, '']] : [],
    ),
  );
}

const plainColumns = { UndersizePkts: 'undersize', Fragments: 'fragments', Jabbers: 'jabbers' } as const;

/** The counters of each statistics group. */
export async function liveStatistics(context: DeviceContext): Promise<ReadonlyMap<string, Values>> {
  const groups = context.slots.get(statisticsGroups);
  const { uncounted } = context.datapath.facts;
  const counters = await context.datapath.portCounters();
  return new Map(
    context
      .configuration()
      .rows(etherStatsEntry)
      .map((row): [string, Values] => {
        const group = groups.get(row.etherStatsIndex);
        const counted = group && countedIn(group, counters);
        const columns: Record<string, bigint> = counted ? { ...etherCounts(counted), ...sizeCounts(counted) } : {};
        const told = Object.fromEntries(Object.entries(columns).map(([name, count]) => [name, decimal(count)]));
        const missing = untold(uncounted, { ...plainColumns, ...sizeColumns });
        return [rowKey(etherStatsEntry, row), prefixed('etherStats', { ...told, ...missing }) as Values];
      }),
  );
}

const sizeColumns = {
  Pkts64Octets: 'size64',
  Pkts65to127Octets: 'size65to127',
  Pkts128to255Octets: 'size128to255',
  Pkts256to511Octets: 'size256to511',
  Pkts512to1023Octets: 'size512to1023',
  Pkts1024to1518Octets: 'size1024to1518',
} as const;

/** As many buckets are granted as are requested. */
export function liveHistories({ configuration }: DeviceContext): ReadonlyMap<string, Values> {
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
export function sampleRows({ configuration, slots, datapath }: DeviceContext, { etherHistoryIndex }: Values): Values[] {
  const kept = slots.get(histories);
  const missing = untold(datapath.facts.uncounted, plainColumns);
  return configuration()
    .rows(historyControlEntry)
    .filter((row) => etherHistoryIndex === undefined || row.historyControlIndex === Number(etherHistoryIndex))
    .flatMap(({ historyControlIndex }) =>
      (kept.get(historyControlIndex) ?? []).map(({ sample, start, counts: { counts, utilization } }) => ({
        etherHistoryIndex: historyControlIndex,
        etherHistorySampleIndex: sample,
        etherHistoryIntervalStart: start,
        ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [`etherHistory${name}`, String(count)])),
        ...(prefixed('etherHistory', missing) as Values),
        etherHistoryUtilization: utilization,
      })),
    );
}

/** What each alarm compared last. */
export function liveAlarms({ configuration, slots }: DeviceContext): ReadonlyMap<string, Values> {
  const states = slots.get(alarmStates);
  return new Map(
    configuration()
      .rows(alarmEntry)
      .map((row) => [rowKey(alarmEntry, row), { alarmValue: Number(states.get(row.alarmIndex)?.compared ?? 0n) }]),
  );
}

/** When each event went off last. */
export function liveEvents({ configuration, slots }: DeviceContext): ReadonlyMap<string, Values> {
  const records = slots.get(eventRecords);
  return new Map(
    configuration()
      .rows(eventEntry)
      .map((row) => [rowKey(eventEntry, row), { eventLastTimeSent: records.get(row.eventIndex)?.lastSent ?? 0 }]),
  );
}

/** What the event that is asked for logged, or all. */
export function loggedRows({ configuration, slots }: DeviceContext, { logEventIndex }: Values): Values[] {
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
