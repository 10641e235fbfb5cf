import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH, say } from '../../model/values/message.ts';
import { severities } from '../../model/values/severity.ts';
import { moment } from '../moment.ts';

const number = (label: string, help: string) =>
  integer({ label, help, min: 0, max: Number.MAX_SAFE_INTEGER, access: 'ro' });

/** Alarms of the fleet. */
export const fleetAlarmEntry = table('fleetAlarmEntry', {
  title: 'Alarm',
  page: '/Alarms',
  index: {
    fleetAlarmSwitch: text({ label: 'Serial number', maxLength: 32, access: 'create' }),
    fleetAlarmNumber: integer({ label: 'No.', min: 1, max: Number.MAX_SAFE_INTEGER, access: 'create' }),
  },
  columns: {
    fleetAlarmSeverity: enumeration({
      label: 'Severity',
      help: 'Severity, as in the log of the switch.',
      choices: severities,
      access: 'ro',
    }),
    fleetAlarmName: text({
      label: 'Switch',
      help: 'The switch that raised the alarm, or that is not connected.',
      maxLength: 255,
      access: 'ro',
    }),
    /** A `Message` in JSON. */
    fleetAlarmSaid: text({
      label: 'Alarm',
      help: 'The event that raised the alarm.',
      maxLength: MESSAGE_TEXT_LENGTH,
      access: 'ro',
    }),
    fleetAlarmRaised: moment('Since', 'Time of the first event.'),
    fleetAlarmLast: moment('Last seen', 'Time of the latest event.'),
    fleetAlarmCount: number('Times', 'Number of events since the alarm was raised.'),
    fleetAlarmCleared: moment('Cleared', 'Time at which the cause ended; empty while the alarm is active.'),
    fleetAlarmBy: text({
      label: 'Acknowledged by',
      help: 'User who acknowledged the alarm.',
      maxLength: 64,
      access: 'ro',
    }),
    /** 1 acknowledges it. */
    fleetAlarmAcknowledge: integer({
      label: 'Acknowledge',
      help: 'Marks the alarm as seen. It stays active until its cause ends.',
      min: 1,
      max: 1,
      access: 'action',
    }),
  },
  filters: {
    fields: {
      search: text({ label: 'Search', maxLength: 64 }),
      standing: enumeration({ label: 'Show', choices: { 1: 'Active', 2: 'Not acknowledged', 3: 'Cleared' } }),
    },
    fits: () => true,
  },
  rows: { max: 1_000_000, fixed: true },
  rowName: ({ fleetAlarmSwitch: serial }) => say('alarm of switch {{serial}}', { serial }),
});
