import { enumeration, truth } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

/** Characters of a name at most. */
export const NAME_LENGTH = 32;

/** Time ranges at most (docs/specification/security.md 0.6). */
export const TIME_RANGES = 16;

/** In the order of their bits, the lowest first. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The same, short enough for several of them in a line. */
const shortWeekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The days of `timeRangeWeekdays`, the first of the week first, as source texts. */
export function daysOfBits(bits: number): readonly string[] {
  return shortWeekdays.filter((_, bit) => (bits & (1 << bit)) !== 0);
}

/** All of `timeRangeWeekdays`. */
export const EVERY_DAY = 127;

const time = (label: string, initial: string) =>
  text({
    label,
    maxLength: 5,
    minLength: 5,
    default: initial,
    characters: /[0-9:]/,
    pattern: {
      matches: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
      refusal: say('{{label}} must be a time from 00:00 to 23:59, such as "07:30".', { label: say(label) }),
    },
  });

const day = (label: string) =>
  text({
    label,
    maxLength: 10,
    characters: /[0-9-]/,
    pattern: {
      matches: /^\d{4}-\d{2}-\d{2}$/,
      refusal: say('{{label}} must be a day, such as "2026-01-31".', { label: say(label) }),
    },
  });

/**
 * Hours in which what refers to them is on (docs/specification/security.md 2, "Time Range"); times are those of the device's clock.
 */
export const timeRangeEntry = table('timeRangeEntry', {
  title: 'Time range',
  page: '/PoE/TimeRange',
  index: {
    timeRangeName: text({
      label: 'Range name',
      access: 'create',
      minLength: 1,
      maxLength: NAME_LENGTH,
      help: 'Name by which ports refer to the range.',
    }),
  },
  columns: {
    timeRangeType: enumeration({
      label: 'Type',
      choices: { periodic: [1, 'Periodic'], absolute: [2, 'Absolute'] },
      help: 'Periodic: on these weekdays between the two times. Absolute: once, from day and time to day and time.',
    }),
    timeRangeWeekdays: {
      ...integer({
        label: 'Weekdays',
        min: 0,
        max: EVERY_DAY,
        default: EVERY_DAY,
        shownWhen: { timeRangeType: [1] },
        help: 'Days on which a periodic range begins.',
      }),
      show: daysInWords,
    },
    timeRangeStartTime: { ...time('Start time', '00:00'), help: 'Time of the clock of the switch, such as 07:30.' },
    timeRangeEndTime: {
      ...time('End time', '23:59'),
      help: 'The end minute is included. An end before the start time of a periodic range is on the next day.',
    },
    timeRangeStartDate: { ...day('From day'), help: 'Such as 2026-01-31.' },
    timeRangeEndDate: { ...day('To day'), help: 'A periodic range needs no days; an absolute range needs both.' },
    timeRangeActive: truth({
      label: 'Active now',
      access: 'ro',
      default: 2,
      help: 'Whether ports with this range get power now.',
    }),
    timeRangeExpired: truth({
      label: 'Expired',
      access: 'ro',
      default: 2,
      help: 'Whether the range will never be active again.',
    }),
    timeRangePorts: portList({ label: 'Used by', access: 'ro', help: 'Ports that get power only within the range.' }),
  },
  rows: { max: TIME_RANGES },
  rowName: ({ timeRangeName }) => say('time range {{name}}', { name: timeRangeName }),
  privateMib: {
    number: 149,
    columns: [
      'timeRangeName',
      'timeRangeType',
      'timeRangeWeekdays',
      'timeRangeStartTime',
      'timeRangeEndTime',
      'timeRangeStartDate',
      'timeRangeEndDate',
      'timeRangeActive',
      'timeRangeExpired',
      'timeRangePorts',
      'RowStatus',
    ],
  },
});

/** Wire values of `timeRangeType`. */
export const RangeType = timeRangeEntry.fields.timeRangeType.values;

function daysInWords(bits: number): string {
  if (bits === EVERY_DAY) return 'every day';
  const named = daysOfBits(bits);
  return named.length === 0 ? 'none' : named.join(', ');
}
