import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { owner, rowIndex } from './fields.ts';

/** Events at most, and what the log of each holds (docs/specification/system.md 0.7). */
export const EVENTS = 64;
export const LOGGED = 16;

/** Actions of an alarm's event (RFC 2819; docs/specification/system.md, "RMON > Event"). */
export const eventEntry = table('eventEntry', {
  title: 'RMON event',
  page: '/System/RMON/Event',
  oid: '1.3.6.1.2.1.16.9.1.1',
  mib: { entryStatus: 7 },
  index: { eventIndex: rowIndex() },
  columns: {
    eventDescription: text({
      mib: { column: 2 },
      label: 'Description',
      maxLength: 127,
      help: 'Text of the event in its log entries.',
    }),
    eventType: enumeration({
      mib: { column: 3 },
      label: 'Type',
      choices: { none: [1, 'None'], log: [2, 'Log'], trap: [3, 'SNMP trap'], logAndTrap: [4, 'Log and trap'] },
      default: 2,
      help: 'A log entry, a trap, or both. Traps need SNMP and its RMON traps to be enabled.',
    }),
    /** The index of a community. A manager may write the community itself: its index is stored. */
    eventCommunity: text({
      mib: { column: 4, isWriteOnly: true },
      label: 'Community',
      maxLength: 32,
      shownWhen: { eventType: [3, 4] },
      help: 'Only receivers with this community get the trap; empty: all receivers.',
    }),
    eventLastTimeSent: ticks({
      mib: { column: 5 },
      label: 'Last sent',
      help: 'When the event last occurred, since the start of the switch.',
    }),
    eventOwner: owner(6),
  },
  rows: { max: EVENTS },
  rowName: ({ eventIndex }) => say('event {{index}}', { index: eventIndex }),
});

/** Wire values of `eventType`. */
export const EventType = eventEntry.fields.eventType.values;

/** Log of events, oldest first; ask for one event's log with its `logEventIndex`. */
export const logEntry = table('logEntry', {
  title: 'RMON log entry',
  help: 'Occurrences of events, the oldest first.',
  page: '/System/RMON/Event',
  oid: '1.3.6.1.2.1.16.9.2.1',
  index: {
    logEventIndex: integer({ mib: { column: 1 }, label: 'Event', min: 1, max: 65_535, access: 'ro' }),
    logIndex: integer({ mib: { column: 2 }, label: 'No.', min: 1, max: 2_147_483_647, access: 'ro' }),
  },
  columns: {
    logTime: ticks({ mib: { column: 3 }, label: 'Time' }),
    logDescription: text({ mib: { column: 4 }, label: 'Trigger', maxLength: 255, access: 'ro' }),
  },
  rows: { max: EVENTS * LOGGED },
});
