import type { Configuration } from '../../model/configuration/configuration.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { type DateTime, daysInMonth } from '../../model/values/date-time.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import type { Moment } from './slots.ts';
import { EVERY_DAY, RangeType, type timeRangeEntry } from './time-range/objects.ts';

/** A row of `timeRangeEntry`. */
export type TimeRange = Pick<
  RowOf<typeof timeRangeEntry>,
  | 'timeRangeType'
  | 'timeRangeWeekdays'
  | 'timeRangeStartTime'
  | 'timeRangeEndTime'
  | 'timeRangeStartDate'
  | 'timeRangeEndDate'
>;

/**
 * The time of the device's clock, or that it was never set since the start, or is a time at which no schedule is
 * active.
 */
export type LocalMinute = DateTime | 'unset' | 'outside';

/** The time of the device's clock in a minute, if it is set to the time of a zone as in `configuration`. */
export function shownAt(configuration: Configuration, minute: Moment): LocalMinute {
  return typeof minute === 'string' ? minute : deviceTimeAt(configuration, minute);
}

const two = (value: number) => String(value).padStart(2, '0');
const dayOf = ({ year, month, day }: DateTime) => `${year}-${two(month)}-${two(day)}`;
const minuteOf = ({ hour, minute }: DateTime) => `${two(hour)}:${two(minute)}`;

/**
 * Whether a range holds at a minute of the device's clock; a periodic one whose end comes before its start runs past midnight
 * and belongs to the day on which it began. While the clock was never set every range holds: no device stays dark for it.
 */
export function isActive(range: TimeRange, now: LocalMinute): boolean {
  if (typeof now === 'string') return now === 'unset';
  const [today, minute] = [dayOf(now), minuteOf(now)];
  const { timeRangeStartTime: start, timeRangeEndTime: end } = range;
  if (range.timeRangeType === RangeType.absolute) {
    const moment = `${today} ${minute}`;
    return moment >= `${range.timeRangeStartDate} ${start}` && moment <= `${range.timeRangeEndDate} ${end}`;
  }
  if (start <= end) return minute >= start && minute <= end && beginsOn(range, now);
  return (minute >= start && beginsOn(range, now)) || (minute <= end && beginsOn(range, dayBefore(now)));
}

/** Whether a range never holds again from a minute on. */
export function isExpired(range: TimeRange, now: LocalMinute): boolean {
  const { timeRangeType: type, timeRangeStartTime: start, timeRangeEndTime: end, timeRangeEndDate: last } = range;
  if (typeof now === 'string' || last === '') return false;
  const runsPastMidnight = type === RangeType.periodic && start > end;
  const today = dayOf(runsPastMidnight ? dayBefore(now) : now);
  return today > last || (today === last && minuteOf(now) > end);
}

/** Whether a periodic range begins on a day. */
function beginsOn(
  { timeRangeWeekdays: days, timeRangeStartDate, timeRangeEndDate }: TimeRange,
  now: DateTime,
): boolean {
  const day = dayOf(now);
  if (timeRangeStartDate !== '' && day < timeRangeStartDate) return false;
  if (timeRangeEndDate !== '' && day > timeRangeEndDate) return false;
  return days === EVERY_DAY || (days & (1 << weekdayOf(now))) !== 0;
}

/** 0 is Monday. */
function weekdayOf({ year, month, day }: DateTime): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
}

function dayBefore(now: DateTime): DateTime {
  const { year, month, day } = now;
  if (day > 1) return { ...now, day: day - 1 };
  if (month > 1) return { ...now, month: month - 1, day: daysInMonth(year, month - 1) };
  return { ...now, year: year - 1, month: 12, day: 31 };
}
