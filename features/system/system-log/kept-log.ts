import type { Keepable } from '../../../device/flash/keeper.ts';
import type { LogEntry, Severity } from '../../../device/log/log.ts';
import { type Message, readMessage, say } from '../../../model/values/message.ts';

/** A log entry as it is kept: [severity, time, message]. */
type Line = readonly [Severity, number, Message];

/** The log on flash; entries newest first, as the log gives them. The first version kept English sentences. */
export const keptLog: Keepable<readonly LogEntry[]> = {
  name: 'log',
  version: 2,
  write: (entries) => entries.map(({ severity, time, message }): Line => [severity, time, message]),
  read(json, version) {
    if (!Array.isArray(json)) return undefined;
    const lines = json.map((line) => readLine(line, version)).filter((line) => line !== undefined);
    if (lines.length !== json.length) return undefined;
    return lines.map(([severity, time, message], at) => ({ sequence: lines.length - at, severity, time, message }));
  },
};

function readLine(value: unknown, version: number): Line | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [severity, time, said]: unknown[] = value;
  const message = version > 1 ? readMessage(said) : typeof said === 'string' ? sentence(said) : undefined;
  return isSeverity(severity) && typeof time === 'number' && message ? [severity, time, message] : undefined;
}

/** Words that are in no catalogue. */
function sentence(words: string): Message {
  return say('{{words}}', { words });
}

function isSeverity(value: unknown): value is Severity {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 7;
}
