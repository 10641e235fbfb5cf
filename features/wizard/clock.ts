import { type DateTime, dateTimeAt, dateTimeExists, millisecondsOf } from '../../model/values/date-time.ts';
import type { Values } from '../../model/wire/call.ts';
import { clockFields } from './entries.ts';

/** The six boxes as they have to read `milliseconds` after they were filled. */
export function clockLater(entries: Values, milliseconds: number): DateTime {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = clockFields.map((field) =>
    Number(entries[field]),
  );
  const typed = { year, month, day, hour, minute, second };
  // A time that no clock shows is left to the device to refuse, not changed to another one.
  if (!dateTimeExists(typed)) return typed;
  return dateTimeAt(millisecondsOf(typed) + milliseconds);
}
