import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { status } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

const page = '/System/Telnet';

/** The Telnet server (docs/specification/system.md, "Telnet"; RFC 854). */
export const telnetCtrl = group('telnetCtrl', {
  title: 'Telnet',
  page,
  fields: {
    telnetState: status({
      label: 'Telnet',
      default: 2,
      help: 'Anyone on the path can read the password and all other data. Use SSH instead.',
    }),
    telnetPort: integer({
      label: 'TCP port',
      min: 1,
      max: 65_535,
      default: 23,
      help: 'Port that clients connect to. A change keeps existing sessions.',
    }),
    telnetMaxSessions: integer({ label: 'Sessions', min: 1, max: 4, default: 4, help: 'Further clients are refused.' }),
    /**
     * Addresses where connections are accepted: "192.168.10.200:23", one after the other; empty while the server is
     * disabled.
     */
    telnetListening: text({
      label: 'Listening at',
      maxLength: 1024,
      access: 'ro',
      help: 'Addresses and port at which connections are accepted now.',
    }),
    telnetDisconnect: integer({
      label: 'Disconnect session',
      access: 'action',
      min: 1,
      max: 4,
      help: 'Ends the session of this number.',
    }),
  },
  privateMib: {
    number: 115,
    columns: ['telnetState', 'telnetPort', 'telnetMaxSessions', 'telnetListening', 'telnetDisconnect'],
  },
});

/** Current Telnet sessions (docs/specification/system.md, "Telnet"). */
export const telnetSessionEntry = table('telnetSessionEntry', {
  title: 'Telnet session',
  help: 'Telnet sessions now.',
  page,
  index: { telnetSessionId: integer({ label: 'No.', access: 'ro', min: 1, max: 4 }) },
  columns: {
    telnetSessionUser: text({ label: 'User name', access: 'ro', maxLength: 32 }),
    telnetSessionAddr: text({ label: 'Address', access: 'ro', maxLength: 64 }),
    telnetSessionSince: dateTime({ label: 'Since' }),
  },
  rows: { max: 4 },
  rowName: ({ telnetSessionId }) => say('Telnet session {{number}}', { number: telnetSessionId }),
  privateMib: {
    number: 116,
    columns: ['telnetSessionId', 'telnetSessionUser', 'telnetSessionAddr', 'telnetSessionSince'],
  },
});
