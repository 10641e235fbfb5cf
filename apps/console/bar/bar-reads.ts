import { attentionEntry } from '../../../features/attention/objects.ts';
import { configChangeEntry } from '../../../features/save/objects.ts';
import { syslogMsgEntry } from '../../../features/system/system-log/message-objects.ts';
import { system } from '../../../features/system/system-management/objects.ts';

/** Values that the bar shows beside every page. */
export const barReads: readonly string[] = [system, configChangeEntry, attentionEntry, syslogMsgEntry].map(
  ({ name }) => name,
);
