import type { PortCounters } from '../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { type Counts, countsBetween } from './counts.ts';
import { type StatisticsGroup, statisticsGroups } from './slots.ts';
import { etherStatsEntry } from './statistics-objects.ts';

type AllCounters = ReadonlyMap<number, PortCounters>;

/**
 * Makes every configured group count: a new one from zero, a stopped one from where it stopped. Deleted groups are
 * forgotten.
 */
export function keepStatistics({ configuration, slots }: DeviceContext, counters: AllCounters): void {
  slots.update(statisticsGroups, (present) => {
    const groups = configuration()
      .rows(etherStatsEntry)
      .flatMap(({ etherStatsIndex, etherStatsDataSource: port }): [number, StatisticsGroup][] => {
        const now = counters.get(port);
        const former = present.get(etherStatsIndex);
        if (former?.port === port && !former.until) return [[etherStatsIndex, former]];
        if (!now) return [];
        const since =
          former?.port === port && former.until ? countsBetween(countsBetween(former.since, former.until), now) : now;
        return [[etherStatsIndex, { port, since, until: undefined }]];
      });
    return new Map(groups);
  });
}

/** Stops all groups at their present values. */
export function freezeStatistics({ slots }: DeviceContext, counters: AllCounters): void {
  slots.update(
    statisticsGroups,
    (present) =>
      new Map(
        [...present].map(([index, group]) => [index, { ...group, until: group.until ?? counters.get(group.port) }]),
      ),
  );
}

/** Restarts a group. One that is not counted stays empty. */
export function clearStatistics({ slots }: DeviceContext, index: number, counters: AllCounters): void {
  slots.update(statisticsGroups, (present) => {
    const group = present.get(index);
    const now = group?.until ?? (group && counters.get(group.port));
    return group && now ? new Map([...present, [index, { ...group, since: now }]]) : present;
  });
}

/** Counts of a group; undefined before it counted anything. */
export function countedIn({ port, since, until }: StatisticsGroup, counters: AllCounters): Counts | undefined {
  const now = until ?? counters.get(port);
  return now && countsBetween(since, now);
}
