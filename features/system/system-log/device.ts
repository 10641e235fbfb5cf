import {
  type DeviceContext,
  type DeviceFeature,
  type Download,
  type LiveRowOf,
  live,
} from '../../../device/feature.ts';
import { englishOf, type LogEntry } from '../../../device/log/log.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { formatLogDate, formatLogEntry, LOCAL7 } from '../../../model/values/log-entry.ts';
import { formatMessage } from '../../../model/values/message.ts';
import { deviceTimeAt } from '../system-time/objects.ts';
import { clearLog, logKeeping, saveLog } from './device-keeping.ts';
import { remoteLogging } from './device-remote.ts';
import { changeWebhook, webhookAnswers, webhookSending } from './device-webhooks.ts';
import { syslogMsgEntry } from './message-objects.ts';
import { LOG_DOWNLOAD, syslogCtrl, syslogServEntry } from './objects.ts';
import { logRules } from './rules.ts';
import { webhookEntry } from './webhook-objects.ts';

function english(configuration: Configuration, entry: LogEntry): string {
  return formatLogEntry({
    priority: LOCAL7 * 8 + entry.severity,
    date: formatLogDate(deviceTimeAt(configuration, entry.time)),
    message: englishOf(entry),
  });
}

function messageRows(context: DeviceContext): readonly LiveRowOf<typeof syslogMsgEntry>[] {
  const configuration = context.configuration();
  return context.log.entries().map((entry, position) => ({
    syslogMsgIndex: position + 1,
    syslogMsgDescr: english(configuration, entry),
    syslogMsgSaid: formatMessage(entry.message),
  }));
}

/** The log as a text file in English, newest first, a message a line. */
const download: Download = {
  name: LOG_DOWNLOAD,
  async fetch(context) {
    const configuration = context.configuration();
    return {
      fileName: `${context.hardware.modelName}-log.txt`,
      contentType: 'text/plain; charset=utf-8',
      content: context.log.entries().map((entry) => `${english(configuration, entry)}\n`),
    };
  },
};

/** System > System Log. */
export const systemLog: DeviceFeature = {
  objects: [syslogCtrl, syslogServEntry, webhookEntry, syslogMsgEntry],
  rules: logRules,
  live: [live(syslogMsgEntry, { rows: messageRows }), ...webhookAnswers],
  operations: [saveLog, clearLog, changeWebhook],
  services: [logKeeping, remoteLogging, webhookSending],
  downloads: [download],
};
