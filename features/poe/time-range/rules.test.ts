import { describe, expect, test } from 'vitest';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { wordsOf } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { testHardware } from '../../network/testing.ts';
import { RangeType, timeRangeEntry } from './objects.ts';
import { timeRangeRule } from './rules.ts';

const named = { timeRangeName: 'office' };

/** The columns at fault, with what is wrong. */
function faults(values: Values): string[] {
  const before = Configuration.empty;
  const after = before.withRow(timeRangeEntry, { ...named, ...values });
  return [...timeRangeRule.check({ before, after, changes: [], hardware: testHardware })].map(
    ({ object, row, column, message }) => {
      expect([object, row]).toEqual([timeRangeEntry.name, named]);
      return `${column}: ${wordsOf(message)}`;
    },
  );
}

const [from, to, days, end] = ['timeRangeStartDate', 'timeRangeEndDate', 'timeRangeWeekdays', 'timeRangeEndTime'];
const late = 'End must be later than start.';

describe('a range that repeats', () => {
  test.each<[string, Values, string[]]>([
    ['no days', {}, []],
    ['one day', { [from]: '2026-06-01', [to]: '2026-06-01' }, []],
    ['the last day that there is', { [to]: '2037-12-31' }, []],
    ['a day behind it', { [to]: '2038-01-01' }, [`${to}: The year must be 2037 or earlier.`]],
    ['a first day that does not exist', { [from]: '2026-02-29' }, [`${from}: The date does not exist.`]],
    ['a last day before the first', { [from]: '2026-06-02', [to]: '2026-06-01' }, [`${to}: ${late}`]],
    ['a night', { timeRangeStartTime: '22:00', [end]: '06:00' }, []],
    ['no time between its ends', { timeRangeStartTime: '08:00', [end]: '08:00' }, [`${end}: ${late}`]],
    ['no weekdays', { [days]: 0 }, [`${days}: Choose at least one weekday.`]],
    ['one weekday', { [days]: 64 }, []],
  ])('with %s', (_what, values, wrong) => {
    expect(faults({ timeRangeType: RangeType.periodic, ...values })).toEqual(wrong);
  });
});

describe('a range that does not', () => {
  const both = { [from]: '2026-06-01', [to]: '2026-06-01' };
  test.each<[string, Values, string[]]>([
    ['no days', {}, [`${from}: An absolute range needs its first and its last day.`]],
    ['no last day', { [from]: '2026-06-01' }, [`${to}: An absolute range needs its first and its last day.`]],
    ['hours of one day', { ...both, timeRangeStartTime: '08:00', [end]: '08:01' }, []],
    ['no minute', { ...both, timeRangeStartTime: '08:00', [end]: '08:00' }, [`${end}: ${late}`]],
    ['an end before its start', { ...both, timeRangeStartTime: '08:00', [end]: '07:00' }, [`${end}: ${late}`]],
    ['such an end on the next day', { ...both, [to]: '2026-06-02', timeRangeStartTime: '08:00', [end]: '07:00' }, []],
    ['no weekdays, which it does not have', { ...both, [days]: 0 }, []],
  ])('with %s', (_what, values, wrong) => {
    expect(faults({ timeRangeType: RangeType.absolute, ...values })).toEqual(wrong);
  });
});
