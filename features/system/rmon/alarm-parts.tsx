import { list } from '../../../console/page/list.tsx';
import { translate } from '../../../console/translations/language.ts';
import { freeIndex } from '../../free-index.ts';
import { EventControl, VariableControl, VariableName } from './alarm-controls.tsx';
import { ALARMS, alarmEntry } from './alarm-objects.ts';
import { RmonOff } from './RmonOff.tsx';

/** Longest interval in seconds without a confirmation. */
const DAY = 86_400;

const settings = ['alarmInterval', 'alarmSampleType', 'alarmStartupAlarm', 'alarmOwner'];

const thresholds = [
  'alarmRisingThreshold',
  { name: 'alarmRisingEventIndex', control: EventControl },
  'alarmFallingThreshold',
  { name: 'alarmFallingEventIndex', control: EventControl },
];

export default [
  list(alarmEntry, {
    title: 'Alarms',
    poll: 10_000,
    columns: [
      'alarmIndex',
      {
        name: 'alarmVariable',
        draw: ({ alarmVariable }) => <VariableName variable={alarmVariable} />,
      },
      'alarmInterval',
      'alarmSampleType',
      'alarmValue',
      'alarmRisingThreshold',
      'alarmRisingEventIndex',
      'alarmFallingThreshold',
      'alarmFallingEventIndex',
      'alarmOwner',
    ],
    filter: 'Filter by index, variable or owner',
    empty: 'No alarms configured.',
    notice: RmonOff,
    add: {
      title: 'New alarm',
      what: 'Add alarm',
      button: 'Add alarm',
      fields: [['alarmIndex', { name: 'alarmVariable', control: VariableControl, wide: true }], settings, thresholds],
      initial: (rows) => {
        const free = freeIndex(
          rows.map(({ alarmIndex }) => alarmIndex),
          ALARMS,
        );
        return free === undefined ? undefined : { alarmIndex: free };
      },
    },
    modify: {
      title: ({ alarmIndex: index }, t) => t('Alarm {{index}}', { index }),
      what: 'Modify alarm',
      fields: [settings, thresholds],
    },
    sure: (changes) =>
      !changes.some(({ column, to, row }) => Number(column === 'alarmInterval' ? to : row?.alarmInterval) > DAY) || {
        text: translate('The variable is checked less than once a day. Continue?'),
      },
    deleteAll: true,
  }),
];
