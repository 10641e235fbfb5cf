import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { oid } from '../../../model/schema/kinds/oid.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { eventEntry } from './event-objects.ts';
import { owner, rowIndex } from './fields.ts';
import { ETHER_STATS } from './statistics-objects.ts';

/** Alarms at most (docs/specification/system.md 0.7). */
export const ALARMS = 64;

const LARGEST = 2_147_483_647;

const threshold = (column: number, label: string, initial: number, help: string) =>
  integer({ mib: { column, isFixedWhileValid: true }, label, min: 0, max: LARGEST, default: initial, help });

const event = (column: number, label: string) =>
  integer({
    mib: { column, isFixedWhileValid: true },
    label,
    min: 1,
    max: 65_535,
    fixed: [0],
    words: { 0: 'None' },
    default: 0,
    references: { table: eventEntry, except: [0] },
    help: 'Event that the threshold triggers.',
  });

/** Monitored variables, and the events of their thresholds (RFC 2819; docs/specification/system.md, "RMON > Alarm"). */
export const alarmEntry = table('alarmEntry', {
  title: 'RMON alarm',
  page: '/System/RMON/Alarm',
  oid: '1.3.6.1.2.1.16.3.1.1',
  mib: { entryStatus: 12 },
  index: { alarmIndex: rowIndex() },
  columns: {
    alarmInterval: integer({
      mib: { column: 2, isFixedWhileValid: true },
      label: 'Interval',
      unit: 's',
      min: 1,
      max: LARGEST,
      default: 30,
      help: 'Time between two comparisons with the thresholds.',
    }),
    /** etherStatsOctets of the first group, unless another one is chosen. */
    alarmVariable: oid({
      mib: { column: 3, isFixedWhileValid: true },
      label: 'Variable',
      access: 'create',
      default: `${ETHER_STATS}4.1`,
      help: 'Counter of a statistics group, as an OID.',
    }),
    alarmSampleType: enumeration({
      mib: { column: 4, isFixedWhileValid: true },
      label: 'Sample type',
      choices: { absolute: [1, 'Absolute'], delta: [2, 'Delta'] },
      default: 2,
      help: 'Compares the value itself, or its growth in the interval.',
    }),
    alarmValue: gauge({
      mib: { column: 5 },
      label: 'Last value',
      help: 'Value that was last compared with the thresholds.',
    }),
    alarmStartupAlarm: enumeration({
      mib: { column: 6, isFixedWhileValid: true },
      label: 'Startup alarm',
      choices: { rising: [1, 'Rising'], falling: [2, 'Falling'], either: [3, 'Rising or falling'] },
      default: 3,
      help: 'Threshold that the first sample may trigger.',
    }),
    alarmRisingThreshold: threshold(
      7,
      'Rising threshold',
      1,
      'Triggers the rising event at this value or above, and again only after the falling threshold was reached.',
    ),
    alarmFallingThreshold: threshold(
      8,
      'Falling threshold',
      0,
      'Triggers the falling event at this value or below, and again only after the rising threshold was reached.',
    ),
    alarmRisingEventIndex: event(9, 'Rising event'),
    alarmFallingEventIndex: event(10, 'Falling event'),
    alarmOwner: owner(11),
  },
  rows: { max: ALARMS },
  rowName: ({ alarmIndex }) => say('alarm {{index}}', { index: alarmIndex }),
});

/** Wire values of `alarmSampleType`. */
export const SampleType = alarmEntry.fields.alarmSampleType.values;

/** Wire values of `alarmStartupAlarm`. */
export const StartupAlarm = alarmEntry.fields.alarmStartupAlarm.values;
