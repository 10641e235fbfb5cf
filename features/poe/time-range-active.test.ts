import { expect, it } from 'vitest';
import { defaultsOf } from '../../model/schema/object.ts';
import { parseDateTime } from '../../model/values/date-time.ts';
import { RangeType, timeRangeEntry } from './time-range/objects.ts';
import { isActive, isExpired, type TimeRange } from './time-range-active.ts';

const range = (more: Partial<TimeRange>): TimeRange => ({ ...defaultsOf(timeRangeEntry.fields), ...more }) as TimeRange;
const at = (text: string) => {
  const time = parseDateTime(text);
  if (!time) throw new Error(text);
  return time;
};
const MONDAY = 1;
const night = { timeRangeStartTime: '22:00', timeRangeEndTime: '06:00' };

it.each([
  ['the first minute of its hours', {}, '2026-06-01 08:00', true],
  ['its last minute, which is within', {}, '2026-06-01 17:30', true],
  ['the minute behind', {}, '2026-06-01 17:31', false],
  ['a day that is none of its', { timeRangeWeekdays: MONDAY }, '2026-06-02 12:00', false],
  ['its day', { timeRangeWeekdays: MONDAY }, '2026-06-01 12:00', true],
  ['a day before the first', { timeRangeStartDate: '2026-06-02' }, '2026-06-01 12:00', false],
  ['a day behind the last', { timeRangeEndDate: '2026-05-31' }, '2026-06-01 12:00', false],
  ['its first day', { timeRangeStartDate: '2026-06-01' }, '2026-06-01 12:00', true],
  ['its last day', { timeRangeEndDate: '2026-06-01' }, '2026-06-01 12:00', true],
  ['the first minute of a night', night, '2026-06-01 22:00', true],
  ['the minute before', night, '2026-06-01 21:59', false],
  ['the evening of a night', night, '2026-06-01 23:00', true],
  ['the morning behind it', night, '2026-06-02 06:00', true],
  ['the noon between two', night, '2026-06-01 12:00', false],
  ['the morning of a night that began on its day', { ...night, timeRangeWeekdays: MONDAY }, '2026-06-02 05:00', true],
  [
    'the morning of its day, in whose night it did not begin',
    { ...night, timeRangeWeekdays: MONDAY },
    '2026-06-01 05:00',
    false,
  ],
  ['the morning behind the last day of a year', { ...night, timeRangeEndDate: '2026-12-31' }, '2027-01-01 05:00', true],
] as const)('is judged right at %s', (_what, more, when, holds) => {
  const hours = { timeRangeStartTime: '08:00', timeRangeEndTime: '17:30' };
  expect(isActive(range({ ...hours, ...more }), at(when))).toBe(holds);
});

it('of one span holds from its first minute to its last, and expires then', () => {
  const once = range({
    timeRangeType: RangeType.absolute,
    timeRangeStartDate: '2026-06-01',
    timeRangeStartTime: '20:00',
    timeRangeEndDate: '2026-06-03',
    timeRangeEndTime: '06:00',
  });
  const looks = ['2026-06-01 19:59', '2026-06-01 20:00', '2026-06-02 12:00', '2026-06-03 06:00', '2026-06-03 06:01'];
  expect(looks.map((when) => isActive(once, at(when)))).toEqual([false, true, true, true, false]);
  expect(looks.map((when) => isExpired(once, at(when)))).toEqual([false, false, false, false, true]);
});

it('that runs past midnight expires on the morning behind its last day', () => {
  const nights = range({ ...night, timeRangeEndDate: '2026-12-31' });
  const looks = ['2026-12-31 23:00', '2027-01-01 06:00', '2027-01-01 06:01'];
  expect(looks.map((when) => isExpired(nights, at(when)))).toEqual([false, false, true]);
});

it('holds while nobody knows the time, and is not over', () => {
  const past = range({ timeRangeEndDate: '2020-01-01' });
  expect([isActive(past, 'unset'), isExpired(past, 'unset')]).toEqual([true, false]);
  expect(isExpired(past, at('2026-06-01 12:00'))).toBe(true);
});
