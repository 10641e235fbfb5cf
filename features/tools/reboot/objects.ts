import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration, status, truth } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

/** Restarting the switch; setting `rebootType` does it. */
export const sysRebootCtrl = group('sysRebootCtrl', {
  title: 'Reboot',
  page: '/Tools/Reboot',
  fields: {
    rebootType: enumeration({
      label: 'Type',
      choices: {
        normal: [1, 'Normal'],
        saveFirst: [2, 'Save, then reboot'],
        factoryDefault: [3, 'Factory default'],
        factoryDefaultKeepAddress: [4, 'Factory default, keep the IP address'],
        factoryDefaultKeepAddressAndAccount: [5, 'Factory default, keep the IP address and the account'],
      },
      access: 'action',
      help: 'Unsaved changes are lost unless they are saved first. Factory default deletes all settings that it does not keep.',
    }),
    lastRebootCause: enumeration({
      label: 'Last cause',
      choices: { 1: 'Power on', 2: 'User', 3: 'Firmware', 4: 'Watchdog', 5: 'Crash', 6: 'Schedule' },
      access: 'ro',
      help: 'Why the switch last started.',
    }),
    lastRebootTime: dateTime({ label: 'When', help: 'Time of the last start.' }),
    rebootCount: gauge({ label: 'Starts', help: 'Number of starts since the first one.' }),
  },
  privateMib: { number: 44, columns: ['rebootType', 'lastRebootCause', 'lastRebootTime', 'rebootCount'] },
});

/** Settings kept over a restart (docs/specification/system.md, "Reboot"). */
export const RebootType = sysRebootCtrl.fields.rebootType.values;

/** A restart at a set time (docs/specification/system.md, "Reboot"). */
export const sysScheduleRebootEntry = table('sysScheduleRebootEntry', {
  title: 'Scheduled reboot',
  page: '/Tools/Reboot',
  index: { sysScheduleRebootIndex: integer({ label: 'No.', min: 1, max: 1, access: 'create' }) },
  columns: {
    rebootScheduleState: status({
      label: 'Scheduled reboot',
      default: 2,
      help: 'Restarts the switch once, at the time below.',
    }),
    rebootScheduleTime: dateTime({ label: 'At', access: 'rw', help: "Future time of the switch's clock." }),
    rebootScheduleSave: truth({
      label: 'Save first',
      default: 2,
      help: 'Saves the running configuration before the restart; otherwise unsaved changes are lost.',
    }),
  },
  rows: { max: 1, fixed: true },
  rowName: () => say('the scheduled reboot'),
  factory: () => [{ sysScheduleRebootIndex: 1 }],
  privateMib: {
    number: 45,
    columns: ['sysScheduleRebootIndex', 'rebootScheduleState', 'rebootScheduleTime', 'rebootScheduleSave'],
  },
});
