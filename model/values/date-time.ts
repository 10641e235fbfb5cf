/** A point in time on somebody's wall clock. */
export interface DateTime {
  readonly year: number;
  /** 1..12. */
  readonly month: number;
  /** 1..31. */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Minutes and milliseconds meet in every conversion between a wall clock and UTC. */
export const MILLISECONDS_A_MINUTE = 60_000;

const two = (value: number) => String(value).padStart(2, '0');

/** "2026-01-31 13:05:09" (docs/specification/product.md 9). */
export function formatDateTime(time: DateTime): string {
  const date = `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`;
  return `${date} ${two(time.hour)}:${two(time.minute)}:${two(time.second)}`;
}

/** Reads "2026-01-31 13:05:09", the seconds being optional and "T" as good as the blank, whether it exists or not. */
export function readDateTime(text: string): DateTime | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return { year, month, day, hour, minute, second };
}

/** The same; undefined for what does not exist. */
export function parseDateTime(text: string): DateTime | undefined {
  const time = readDateTime(text);
  return time && dateTimeExists(time) ? time : undefined;
}

/** Whether the calendar and the clock have this moment: no 30 February, no 24:00, no second 60. */
export function dateTimeExists({ year, month, day, hour, minute, second }: DateTime): boolean {
  if (![year, month, day, hour, minute, second].every(Number.isInteger)) return false;
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return false;
  return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
}

/** Days of a month (1..12) in the Gregorian calendar. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The wall clock `offset` minutes east of UTC at `milliseconds` since 1970. */
export function dateTimeAt(milliseconds: number, offset = 0): DateTime {
  const date = new Date(milliseconds + offset * MILLISECONDS_A_MINUTE);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** The wall clock at a moment in the zone of who reads it. */
export function localDateTime(moment: Date): DateTime {
  return {
    year: moment.getFullYear(),
    month: moment.getMonth() + 1,
    day: moment.getDate(),
    hour: moment.getHours(),
    minute: moment.getMinutes(),
    second: moment.getSeconds(),
  };
}

/** Milliseconds since 1970 of a wall clock `offset` minutes east of UTC. */
export function millisecondsOf(time: DateTime, offset = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(time.year, time.month - 1, time.day);
  date.setUTCHours(time.hour, time.minute, time.second);
  return date.getTime() - offset * MILLISECONDS_A_MINUTE;
}
