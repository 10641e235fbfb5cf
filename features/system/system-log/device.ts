import type { DeviceContext, DeviceFeature, Download } from '../../../device/feature.ts';
import { formatLogDate, formatLogEntry, LOCAL7 } from '../../../model/values/log-entry.ts';
import type { Values } from '../../../model/wire/call.ts';
import { deviceTimeAt } from '../system-time/objects.ts';
import { clearLog, logKeeping, saveLog } from './device-keeping.ts';
import { remoteLogging } from './device-remote.ts';
import { LOG_DOWNLOAD, syslogCtrl, syslogMsgEntry, syslogServEntry } from './objects.ts';
import { logRules } from './rules.ts';

function messages(context: DeviceContext): string[] {
  const configuration = context.configuration();
  return context.log.entries().map(({ severity, time, message }) =>
    formatLogEntry({
      priority: LOCAL7 * 8 + severity,
      date: formatLogDate(deviceTimeAt(configuration, time)),
      message,
    }),
  );
}

function messageRows(context: DeviceContext): readonly Values[] {
  return messages(context).map((syslogMsgDescr, position) => ({ syslogMsgIndex: position + 1, syslogMsgDescr }));
}

/** The log as a text file, newest first, a message a line. */
const download: Download = {
  name: LOG_DOWNLOAD,
  async fetch(context) {
    return {
      fileName: `${context.hardware.modelName}-log.txt`,
      contentType: 'text/plain; charset=utf-8',
      content: messages(context).map((message) => `${message}\n`),
    };
  },
};

/** System > System Log. */
export const systemLog: DeviceFeature = {
  objects: [syslogCtrl, syslogServEntry, syslogMsgEntry],
  rules: logRules,
  live: [{ object: syslogMsgEntry, rows: messageRows }],
  operations: [saveLog, clearLog],
  services: [logKeeping, remoteLogging],
  downloads: [download],
};
