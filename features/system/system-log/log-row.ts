import type { RowOf } from '../../../model/schema/object.ts';
import { formatDateTime, millisecondsOf, parseDateTime } from '../../../model/values/date-time.ts';
import { type LogLevel, logLevel, parseLogDate, parseLogEntry } from '../../../model/values/log-entry.ts';
import { wordsOfText } from '../../../model/values/message.ts';
import type { Translate } from '../../../model/values/translate.ts';
import type { syslogMsgEntry } from './message-objects.ts';

/** An entry of the log as the switch sends it. */
export type SentEntry = RowOf<typeof syslogMsgEntry>;

/** A log message taken apart for showing. */
export interface LogRow {
  readonly index: number;
  /** "2026-01-31 13:05:09"; "" where the message has none. */
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
}

/** Filter of a list of messages; an empty part does not filter. */
export interface LogFilter {
  readonly level: LogLevel | '';
  /** "2026-01-31 13:05:09" or the beginning of it, inclusive. */
  readonly from: string;
  readonly to: string;
}

/** Takes a row of the log apart (docs/specification/product.md 3), its message worded by `t`. */
export function logRow({ syslogMsgIndex: index, syslogMsgDescr, syslogMsgSaid }: SentEntry, t: Translate): LogRow {
  const entry = parseLogEntry(syslogMsgDescr);
  if (!entry) return { index, time: '', level: 'info', message: syslogMsgDescr };
  const date = parseLogDate(entry.date);
  return {
    index,
    time: date ? formatDateTime(date) : '',
    level: logLevel(entry.priority),
    message: wordsOfText(syslogMsgSaid, entry.message, t),
  };
}

/** Whether a row is within the filter. Times compare as text: they are written from the year down to the second. */
export function fits(row: LogRow, { level, from, to }: LogFilter): boolean {
  if (level !== '' && row.level !== level) return false;
  // What is typed so far counts: "2026-01" is the whole month.
  const [first, last] = [from, to].map((text) => text.trim().replace('T', ' '));
  if (first && row.time < first) return false;
  return !last || row.time.slice(0, last.length) <= last;
}

/** Seconds from `time` to `now`, both on the device's clock; undefined where one of them is no time. */
export function secondsSince(time: string, now: string): number | undefined {
  const [then, present] = [parseDateTime(time), parseDateTime(now)];
  return then && present ? (millisecondsOf(present) - millisecondsOf(then)) / 1000 : undefined;
}
