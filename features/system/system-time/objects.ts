import type { Configuration } from '../../../model/configuration/configuration.ts';
import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { type GroupValues, group } from '../../../model/schema/object.ts';
import type { DateTime } from '../../../model/values/date-time.ts';
import { MESSAGE_TEXT_LENGTH } from '../../../model/values/message.ts';
import {
  type DaylightSaving,
  localTimeAt,
  millisecondsOfLocalTime,
  timeZones,
  UTC_ZONE,
} from '../../../model/values/time-zone.ts';

const dstMode = enumeration({
  label: 'Daylight saving',
  choices: { disabled: [1, 'Disabled'], recurring: [2, 'Recurring'], date: [3, 'Date'] },
  help: 'Recurring: by weekday, every year. Date: once, from day to day.',
});

/** Kinds of daylight saving. */
export const DstMode = dstMode.values;

const weeks = { 1: '1st', 2: '2nd', 3: '3rd', 4: '4th', 5: 'Last' } as const;

const weekdays = {
  1: 'Sunday',
  2: 'Monday',
  3: 'Tuesday',
  4: 'Wednesday',
  5: 'Thursday',
  6: 'Friday',
  7: 'Saturday',
} as const;

const months = {
  1: 'January',
  2: 'February',
  3: 'March',
  4: 'April',
  5: 'May',
  6: 'June',
  7: 'July',
  8: 'August',
  9: 'September',
  10: 'October',
  11: 'November',
  12: 'December',
} as const;

const whenRecurring = { dstMode: [DstMode.recurring] };
const whenDated = { dstMode: [DstMode.date] };
const whenSaving = { dstMode: [DstMode.recurring, DstMode.date] };

const year = (label: string) =>
  integer({ label, min: 2000, max: 2037, default: 2026, shownWhen: whenDated, help: 'Year of the one period.' });

/** Clock, zone and daylight saving (docs/specification/system.md, "System Time"). */
export const sysTimeCtrl = group('sysTimeCtrl', {
  title: 'System time',
  page: '/System/SystemTime',
  fields: {
    sysTimeCurrent: dateTime({
      label: 'Current time',
      help: 'Clock of the switch in its time zone, with daylight saving.',
    }),
    sysTimeSource: enumeration({
      label: 'Clock source',
      choices: { sntp: [1, 'SNTP'], local: [2, 'Local time'] },
      default: 2,
      help: 'SNTP needs a time server; local time is set by hand.',
    }),
    sysTimeSntpPoll: integer({
      label: 'Poll interval',
      unit: 'min',
      min: 1,
      max: 60,
      default: 60,
      help: 'Interval at which the time server is asked.',
    }),
    sysTimeLastSync: dateTime({ label: 'Last sync', help: 'When a time server last set the clock.' }),
    sysTimeSinceSync: gauge({
      label: 'Time since last sync',
      unit: 's',
      words: { [-1]: 'never' },
      default: -1,
      help: 'More than a day is a sign that no server responds.',
    }),
    sysTimeSyncServer: text({ label: 'Server', maxLength: 64, access: 'ro', help: 'Server of the last sync.' }),
    /** How far the clock was off at the last sync; positive where the server was ahead. */
    sysTimeOffset: gauge({
      label: 'Offset',
      unit: 'ms',
      decimals: 1,
      help: 'Deviation of the clock at the last sync; positive: the server was ahead.',
    }),
    /** Why the last attempt failed; empty after one that did not. */
    sysTimeSyncError: text({
      label: 'Last error',
      maxLength: 255,
      access: 'ro',
      help: 'Why the last sync failed; empty after a successful one.',
    }),
    /** The last error as a `Message` in JSON. */
    sysTimeSyncSaid: text({
      label: 'Message',
      maxLength: MESSAGE_TEXT_LENGTH,
      access: 'ro',
      help: 'The same with its values as JSON, for other languages.',
    }),
    sysTimeZone: enumeration({
      label: 'Time zone',
      choices: timeZones,
      default: UTC_ZONE,
      help: 'Offset from UTC, without daylight saving.',
    }),
    year: integer({
      label: 'Year',
      min: 2000,
      max: 2037,
      access: 'action',
      help: 'Part of the clock to set; parts that are not given stay.',
    }),
    month: integer({
      label: 'Month',
      min: 1,
      max: 12,
      access: 'action',
      help: 'Part of the clock to set; parts that are not given stay.',
    }),
    day: integer({
      label: 'Day',
      min: 1,
      max: 31,
      access: 'action',
      help: 'Part of the clock to set; must exist in the month.',
    }),
    hour: integer({
      label: 'Hour',
      min: 0,
      max: 23,
      controlMax: 24,
      access: 'action',
      help: 'Part of the clock to set; parts that are not given stay.',
    }),
    minute: integer({
      label: 'Minute',
      min: 0,
      max: 59,
      controlMax: 60,
      access: 'action',
      help: 'Part of the clock to set; parts that are not given stay.',
    }),
    second: integer({
      label: 'Second',
      min: 0,
      max: 59,
      controlMax: 60,
      access: 'action',
      help: 'Part of the clock to set; parts that are not given stay.',
    }),
    /** 1 asks the time server now. */
    sysTimeSyncNow: integer({
      label: 'Sync now',
      min: 1,
      max: 1,
      access: 'action',
      help: 'Asks the time server now, if the clock source is SNTP.',
    }),
    dstMode,
    dstOffset: enumeration({
      label: 'Offset',
      unit: 'min',
      choices: { 30: '30', 60: '60', 90: '90', 120: '120' },
      default: 60,
      shownWhen: whenSaving,
      help: 'Added to the time while daylight saving is in force.',
    }),
    dstStartMonth: enumeration({
      label: 'Start month',
      choices: months,
      default: 3,
      shownWhen: whenSaving,
      help: 'First month of daylight saving.',
    }),
    dstStartWeek: enumeration({
      label: 'Start week',
      choices: weeks,
      default: 5,
      shownWhen: whenRecurring,
      help: 'Which of the weekdays in the month.',
    }),
    dstStartWeekday: enumeration({
      label: 'Start weekday',
      choices: weekdays,
      default: 1,
      shownWhen: whenRecurring,
      help: 'Day on which the clock is advanced.',
    }),
    dstStartYear: year('Start year'),
    dstStartDay: integer({
      label: 'Start day',
      min: 1,
      max: 31,
      default: 29,
      shownWhen: whenDated,
      help: 'Day on which the clock is advanced.',
    }),
    dstStartHour: integer({
      label: 'Start hour',
      min: 0,
      max: 23,
      controlMax: 24,
      default: 2,
      shownWhen: whenSaving,
      help: 'In standard time.',
    }),
    dstStartMinute: integer({
      label: 'Start minute',
      min: 0,
      max: 59,
      controlMax: 60,
      default: 0,
      shownWhen: whenSaving,
      help: 'In standard time.',
    }),
    dstEndMonth: enumeration({
      label: 'End month',
      choices: months,
      default: 10,
      shownWhen: whenSaving,
      help: 'Last month of daylight saving.',
    }),
    dstEndWeek: enumeration({
      label: 'End week',
      choices: weeks,
      default: 5,
      shownWhen: whenRecurring,
      help: 'Which of the weekdays in the month.',
    }),
    dstEndWeekday: enumeration({
      label: 'End weekday',
      choices: weekdays,
      default: 1,
      shownWhen: whenRecurring,
      help: 'Day on which the clock is set back.',
    }),
    dstEndYear: year('End year'),
    dstEndDay: integer({
      label: 'End day',
      min: 1,
      max: 31,
      default: 25,
      shownWhen: whenDated,
      help: 'Day on which the clock is set back.',
    }),
    dstEndHour: integer({
      label: 'End hour',
      min: 0,
      max: 23,
      controlMax: 24,
      default: 3,
      shownWhen: whenSaving,
      help: 'In daylight saving time.',
    }),
    dstEndMinute: integer({
      label: 'End minute',
      min: 0,
      max: 59,
      controlMax: 60,
      default: 0,
      shownWhen: whenSaving,
      help: 'In daylight saving time.',
    }),
  },
  privateMib: {
    number: 26,
    columns: [
      'sysTimeCurrent',
      'sysTimeSource',
      'sysTimeSntpPoll',
      'sysTimeLastSync',
      'sysTimeSyncServer',
      'sysTimeOffset',
      'sysTimeSyncError',
      'sysTimeZone',
      'year',
      'month',
      'day',
      'hour',
      'minute',
      'second',
      'sysTimeSyncNow',
      'dstMode',
      'dstOffset',
      'dstStartMonth',
      'dstStartWeek',
      'dstStartWeekday',
      'dstStartYear',
      'dstStartDay',
      'dstStartHour',
      'dstStartMinute',
      'dstEndMonth',
      'dstEndWeek',
      'dstEndWeekday',
      'dstEndYear',
      'dstEndDay',
      'dstEndHour',
      'dstEndMinute',
      'sysTimeSyncSaid',
      'sysTimeSinceSync',
    ],
  },
});

/** Source of the time (docs/specification/product.md 9, "SNTP/Local Time"). */
export const TimeSource = sysTimeCtrl.fields.sysTimeSource.values;

/** The columns that set the clock; those left out stay as it shows them. */
export const clockColumns = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** The daylight saving that is set. */
export function daylightSavingOf(settings: GroupValues<typeof sysTimeCtrl>): DaylightSaving {
  const offset = settings.dstOffset;
  const start = { month: settings.dstStartMonth, hour: settings.dstStartHour, minute: settings.dstStartMinute };
  const end = { month: settings.dstEndMonth, hour: settings.dstEndHour, minute: settings.dstEndMinute };
  if (settings.dstMode === DstMode.recurring) {
    return {
      mode: 'recurring',
      offset,
      start: { ...start, week: settings.dstStartWeek, weekday: settings.dstStartWeekday },
      end: { ...end, week: settings.dstEndWeek, weekday: settings.dstEndWeekday },
    };
  }
  if (settings.dstMode === DstMode.date) {
    return {
      mode: 'date',
      offset,
      start: { ...start, year: settings.dstStartYear, day: settings.dstStartDay, second: 0 },
      end: { ...end, year: settings.dstEndYear, day: settings.dstEndDay, second: 0 },
    };
  }
  return { mode: 'disabled' };
}

/** Time of the device's clock, in its zone and with its daylight saving, at `milliseconds` since 1970. */
export function deviceTimeAt(configuration: Configuration, milliseconds: number): DateTime {
  const settings = configuration.group(sysTimeCtrl);
  return localTimeAt(milliseconds, settings.sysTimeZone, daylightSavingOf(settings));
}

/** Milliseconds since 1970 at which the device's clock shows `time`. */
export function momentOfDeviceTime(configuration: Configuration, time: DateTime): number {
  const settings = configuration.group(sysTimeCtrl);
  return millisecondsOfLocalTime(time, settings.sysTimeZone, daylightSavingOf(settings));
}
