import type { DeviceContext, Download, LiveRowOf } from '../../device/feature.ts';
import { englishOf, type LogEntry } from '../../device/log/log.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { LOCAL7, logLevel } from '../../model/values/log-entry.ts';
import { formatMessage } from '../../model/values/message.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import { type aSVLogEntry, LogLevel } from './log-objects.ts';
import { logTypeOf } from './log-types.ts';
import { logClearedAt } from './slots.ts';

interface Shown {
  readonly entry: LogEntry;
  readonly type: LiveRowOf<typeof aSVLogEntry>['aSVLogType'];
}

/** Entries of the view: newest first, since the last clearing. */
function shown({ log, slots }: DeviceContext): readonly Shown[] {
  const cleared = slots.get(logClearedAt);
  return log.entries().flatMap((entry) => {
    const type = logTypeOf(entry.message);
    return type === undefined || entry.sequence <= cleared ? [] : [{ entry, type }];
  });
}

/** `aSVLogEntry`. */
export function logRows(context: DeviceContext): readonly LiveRowOf<typeof aSVLogEntry>[] {
  return shown(context).map(({ entry, type }, at) => {
    const port = Number(entry.message.values?.port ?? 0);
    return {
      aSVLogIndex: at + 1,
      aSVLogTime: timeOf(context, entry),
      aSVLogLevel: LogLevel[logLevel(LOCAL7 * 8 + entry.severity)],
      aSVLogType: type,
      aSVLogPort: Number.isInteger(port) ? port : 0,
      aSVLogText: englishOf(entry),
      aSVLogSaid: formatMessage(entry.message),
    };
  });
}

/** The log as a text file in English, newest first, a message a line. */
export const fetchLog: Download['fetch'] = async (context) => ({
  fileName: `${context.hardware.modelName}-surveillance-log.txt`,
  contentType: 'text/plain; charset=utf-8',
  content: shown(context).map(({ entry }) => `${timeOf(context, entry)} ${englishOf(entry)}\n`),
});

/** Clears the view: the system log keeps its messages. */
export function clearLogView({ log, slots }: DeviceContext): void {
  const last = Math.max(0, ...log.entries().map(({ sequence }) => sequence));
  slots.update(logClearedAt, () => last);
}

function timeOf(context: DeviceContext, { time }: LogEntry): string {
  return formatDateTime(deviceTimeAt(context.configuration(), time));
}
