import { formatDateTime, localDateTime } from '../../model/values/date-time.ts';

/** The time of day of `at` (milliseconds since 1970) in the browser's zone, "13:05:09": as in every table, in any language. */
export function timeOfDay(at: number): string {
  return formatDateTime(localDateTime(new Date(at))).slice(11);
}
