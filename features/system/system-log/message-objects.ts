import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { table } from '../../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH } from '../../../model/values/message.ts';

/**
 * The log, newest first (docs/specification/product.md 3, "syslogMsgEntry"): "<", three digits of priority, ">", a blank, the date
 * in 20 characters, the message. CommonDelAll clears it.
 */
export const syslogMsgEntry = table('syslogMsgEntry', {
  title: 'Log message',
  help: 'The log, newest message first: priority, time and text.',
  page: '/System/SystemLog',
  index: { syslogMsgIndex: integer({ label: 'No.', min: 1, max: 512, access: 'ro' }) },
  columns: {
    syslogMsgDescr: text({ label: 'Message', maxLength: 255, access: 'ro' }),
    /** Only the message as a `Message` in JSON, for readers of languages other than English. */
    syslogMsgSaid: text({ label: 'Message', maxLength: MESSAGE_TEXT_LENGTH, access: 'ro' }),
  },
  rows: { max: 512 },
  privateMib: { number: 30, columns: ['syslogMsgIndex', 'syslogMsgDescr', 'syslogMsgSaid'] },
});
