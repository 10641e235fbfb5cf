import type { SentEntry } from '../../../features/system/system-log/log-row.ts';
import { logLevel, parseLogEntry } from '../../../model/values/log-entry.ts';
import { wordsOfText } from '../../../model/values/message.ts';
import type { Translate } from '../../../model/values/translate.ts';

/** A warning as the bell shows it (docs/specification/product.md 3). */
export interface Warning {
  readonly level: 'warning' | 'critical';
  readonly index: number;
  readonly date: string;
  readonly msg: string;
}

/** The entries of the log that the bell shows: only the levels warning and critical, in the log's order, worded by `t`. */
export function warningsAmong(log: readonly SentEntry[], t: Translate): readonly Warning[] {
  return log.flatMap(({ syslogMsgIndex, syslogMsgDescr, syslogMsgSaid }) => {
    const entry = parseLogEntry(syslogMsgDescr);
    if (!entry) return [];
    const level = logLevel(entry.priority);
    return level === 'warning' || level === 'critical'
      ? [{ level, index: syslogMsgIndex, date: entry.date, msg: wordsOfText(syslogMsgSaid, entry.message, t) }]
      : [];
  });
}
