import { slot } from '../../../device/slot.ts';
import type { AlarmState } from '../../../protocols/rmon/alarm.ts';
import type { Bucket } from '../../../protocols/rmon/history.ts';
import type { Counts, etherCounts } from './counts.ts';

/** Start of a statistics group's counting, and its end. */
export interface StatisticsGroup {
  readonly port: number;
  /** The values of the port's counters when the group's count was zero. */
  readonly since: Counts;
  /** Their values when RMON was disabled; undefined while it counts. */
  readonly until: Counts | undefined;
}

/** By the groups' numbers. Collected counts stay while RMON is disabled. */
export const statisticsGroups = slot<ReadonlyMap<number, StatisticsGroup>>('rmonStatistics', new Map());

/** Counts of a history's interval. */
export interface HistoryCounts {
  /** By the names of RFC 2819's columns without their table's. */
  readonly counts: Readonly<Record<keyof ReturnType<typeof etherCounts>, number>>;
  /** In hundredths of a percent. */
  readonly utilization: number;
}

/** The samples of each history, oldest first. */
export const histories = slot<ReadonlyMap<number, readonly Bucket<HistoryCounts>[]>>('rmonHistories', new Map());

/** State of each alarm. */
export const alarmStates = slot<ReadonlyMap<number, AlarmState>>('rmonAlarms', new Map());

/** Record of an event. */
export interface EventRecord {
  /** When it last went off, in hundredths of a second after the start of the switch. */
  readonly lastSent: number;
  /** Oldest first. */
  readonly log: readonly LoggedEvent[];
  /** Counts what was logged since the start. */
  readonly logged: number;
}

/** One row of an event's log. */
interface LoggedEvent {
  readonly index: number;
  readonly time: number;
  readonly description: string;
}

/** By the events' numbers. */
export const eventRecords = slot<ReadonlyMap<number, EventRecord>>('rmonEvents', new Map());
