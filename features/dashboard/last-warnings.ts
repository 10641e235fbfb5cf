import type { RowOf } from '../../model/schema/object.ts';
import { formatDateTime, millisecondsOf, parseDateTime } from '../../model/values/date-time.ts';
import { logLevel, parseLogDate, parseLogEntry } from '../../model/values/log-entry.ts';
import { wordsOfText } from '../../model/values/message.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { syslogMsgEntry } from '../system/system-log/message-objects.ts';

/** A warning of the log as the dashboard shows it. */
export interface LastWarning {
  readonly index: number;
  readonly level: 'alert' | 'critical' | 'warning';
  readonly message: string;
  /** When it was, by the device's clock: "2026-01-31 13:05:09". */
  readonly date: string;
  /** Seconds ago by the device's clock; undefined where its time is not known. */
  readonly secondsAgo: number | undefined;
}

/**
 * The newest `count` entries of the log that are warnings or worse, worded by `t`. `now` is the device's time, as
 * `sysTimeCurrent` has it.
 */
export function lastWarnings(
  log: readonly RowOf<typeof syslogMsgEntry>[],
  now: string | undefined,
  count: number,
  t: Translate,
): LastWarning[] {
  const present = parseDateTime(now ?? '');
  const found: LastWarning[] = [];
  for (const { syslogMsgIndex, syslogMsgDescr, syslogMsgSaid } of log) {
    const entry = parseLogEntry(syslogMsgDescr);
    const level = entry && logLevel(entry.priority);
    if (!entry || !level || level === 'info') continue;
    const date = parseLogDate(entry.date);
    found.push({
      index: syslogMsgIndex,
      level,
      message: wordsOfText(syslogMsgSaid, entry.message, t),
      date: date ? formatDateTime(date) : entry.date,
      secondsAgo: date && present ? (millisecondsOf(present) - millisecondsOf(date)) / 1000 : undefined,
    });
    if (found.length === count) break;
  }
  return found;
}
