import type { Keepable } from '../../../device/flash/keeper.ts';
import type { LogEntry, Severity } from '../../../device/log/log.ts';

/** A log entry as it is kept: [severity, time, message]. */
type Line = readonly [Severity, number, string];

/** The log on flash; entries newest first, as the log gives them. */
export const keptLog: Keepable<readonly LogEntry[]> = {
  name: 'log',
  version: 1,
  write: (entries) => entries.map(({ severity, time, message }): Line => [severity, time, message]),
  read(json) {
    if (!Array.isArray(json) || !json.every(isLine)) return undefined;
    return json.map(([severity, time, message], at) => ({ sequence: json.length - at, severity, time, message }));
  },
};

function isLine(value: unknown): value is Line {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [severity, time, message]: unknown[] = value;
  return isSeverity(severity) && typeof time === 'number' && typeof message === 'string';
}

function isSeverity(value: unknown): value is Severity {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 7;
}
