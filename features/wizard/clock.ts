import { type DateTime, dateTimeExists } from '../../model/values/date-time.ts';
import type { Values } from '../../model/wire/call.ts';
import { clockFields } from './entries.ts';

/** Time of this computer's clock at `moment`. */
export function clockOfComputer(moment: Date): DateTime {
  return {
    year: moment.getFullYear(),
    month: moment.getMonth() + 1,
    day: moment.getDate(),
    hour: moment.getHours(),
    minute: moment.getMinutes(),
    second: moment.getSeconds(),
  };
}

/** The six boxes as they have to read `milliseconds` after they were filled. */
export function clockLater(entries: Values, milliseconds: number): DateTime {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = clockFields.map((field) =>
    Number(entries[field]),
  );
  const typed = { year, month, day, hour, minute, second };
  // A time that no clock shows is left to the device to refuse, not changed to another one.
  if (!dateTimeExists(typed)) return typed;
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds);
  return {
    year: moment.getUTCFullYear(),
    month: moment.getUTCMonth() + 1,
    day: moment.getUTCDate(),
    hour: moment.getUTCHours(),
    minute: moment.getUTCMinutes(),
    second: moment.getUTCSeconds(),
  };
}
