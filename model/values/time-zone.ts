import { type DateTime, dateTimeAt, daysInMonth, MILLISECONDS_A_MINUTE, millisecondsOf } from './date-time.ts';

/** Minutes east of UTC by zone index 1..38 (index 0 of this list is zone 1). */
const OFFSETS: readonly number[] = [
  -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120, 180, 210, 240, 270,
  300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 840,
];

/** The index of UTC. */
export const UTC_ZONE = 15;

/** "UTC+05:45" of minutes east of UTC. */
function formatUtcOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const clock = `${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '-' : '+'}${clock}`;
}

/** The 38 zones by index, for a choice: { 15: "UTC+00:00" }. */
export const timeZones: Readonly<Record<number, string>> = Object.fromEntries(
  OFFSETS.map((minutes, position) => [position + 1, formatUtcOffset(minutes)]),
);

/** Minutes east of UTC of a zone 1..38; undefined for any other index. */
export function timeZoneOffset(zone: number): number | undefined {
  return OFFSETS[zone - 1];
}

/** A day of every year by weekday: week 1..4, or 5 for the last; Sunday is 1. */
interface RecurringMoment {
  readonly month: number;
  readonly week: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
}

/** When clocks are ahead, `offset` minutes. Starts are on standard time, ends on daylight time. */
export type DaylightSaving =
  | { readonly mode: 'disabled' }
  | {
      readonly mode: 'recurring';
      readonly offset: number;
      readonly start: RecurringMoment;
      readonly end: RecurringMoment;
    }
  | { readonly mode: 'date'; readonly offset: number; readonly start: DateTime; readonly end: DateTime };

/** The day of the month of the `week`-th (5: last) `weekday` (Sunday 1) of a month. */
export function dayOfRecurrence(year: number, month: number, week: number, weekday: number): number {
  const firstWeekday = new Date(millisecondsOf({ year, month, day: 1, hour: 0, minute: 0, second: 0 })).getUTCDay() + 1;
  const first = 1 + ((weekday - firstWeekday + 7) % 7);
  const last = first + 7 * Math.floor((daysInMonth(year, month) - first) / 7);
  return week >= 5 ? last : first + 7 * (week - 1);
}

function recurringIn(year: number, moment: RecurringMoment): DateTime {
  const { month, hour, minute } = moment;
  return { year, month, day: dayOfRecurrence(year, month, moment.week, moment.weekday), hour, minute, second: 0 };
}

/** Minutes east of UTC that the device's clock shows at `milliseconds` since 1970; an unknown zone counts as UTC. */
export function utcOffsetAt(milliseconds: number, zone: number, saving: DaylightSaving): number {
  const standard = timeZoneOffset(zone) ?? 0;
  if (saving.mode === 'disabled') return standard;
  const daylight = standard + saving.offset;
  if (saving.mode === 'date') {
    const ahead =
      milliseconds >= millisecondsOf(saving.start, standard) && milliseconds < millisecondsOf(saving.end, daylight);
    return ahead ? daylight : standard;
  }
  const { year } = dateTimeAt(milliseconds, standard);
  const start = millisecondsOf(recurringIn(year, saving.start), standard);
  const end = millisecondsOf(recurringIn(year, saving.end), daylight);
  // South of the equator daylight time spans the turn of the year: the end precedes the start.
  const ahead =
    start <= end ? milliseconds >= start && milliseconds < end : milliseconds >= start || milliseconds < end;
  return ahead ? daylight : standard;
}

/** The device's wall clock at `milliseconds` since 1970. */
export function localTimeAt(milliseconds: number, zone: number, saving: DaylightSaving): DateTime {
  return dateTimeAt(milliseconds, utcOffsetAt(milliseconds, zone, saving));
}

/**
 * Milliseconds since 1970 of a moment on the device's wall clock. A moment that comes twice is the first one (on
 * daylight time); one that is skipped counts as if the clock had not been put forward.
 */
export function millisecondsOfLocalTime(time: DateTime, zone: number, saving: DaylightSaving): number {
  const standard = millisecondsOf(time, timeZoneOffset(zone) ?? 0);
  if (saving.mode === 'disabled') return standard;
  const daylight = standard - saving.offset * MILLISECONDS_A_MINUTE;
  const isDaylight = utcOffsetAt(daylight, zone, saving) !== (timeZoneOffset(zone) ?? 0);
  return isDaylight ? daylight : standard;
}
