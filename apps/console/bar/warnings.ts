import { logLevel, parseLogEntry } from '../../../model/values/log-entry.ts';

/** A warning as the bell shows it (specification section 3). */
export interface Warning {
  readonly level: 'warning' | 'critical';
  readonly index: number;
  readonly date: string;
  readonly msg: string;
}

/** The entries of the log that the bell shows: only the levels warning and critical, in the log's order. */
export function warningsAmong(
  log: readonly { readonly syslogMsgIndex: number; readonly syslogMsgDescr: string }[],
): readonly Warning[] {
  return log.flatMap(({ syslogMsgIndex, syslogMsgDescr }) => {
    const entry = parseLogEntry(syslogMsgDescr);
    if (!entry) return [];
    const level = logLevel(entry.priority);
    return level === 'warning' || level === 'critical'
      ? [{ level, index: syslogMsgIndex, date: entry.date, msg: entry.message }]
      : [];
  });
}
