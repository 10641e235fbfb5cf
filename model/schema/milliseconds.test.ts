import { expect, test } from 'vitest';
import { integer } from './kinds/integer.ts';
import { millisecondsIn } from './milliseconds.ts';
import { group } from './object.ts';

const timed = (unit: string | undefined) =>
  group('timed', {
    title: 'Timed',
    fields: { wait: integer({ label: 'Wait', min: 0, max: 100, ...(unit !== undefined && { unit }) }) },
  });

test.each([
  ['ms', 7],
  ['s', 7000],
  ['min', 420_000],
  ['h', 25_200_000],
])('7 %s are %d milliseconds', (unit, milliseconds) => {
  expect(millisecondsIn(timed(unit), { wait: 7 })('wait')).toBe(milliseconds);
});

test.each([undefined, 'W', 'kbit/s', 'toString'])('a column in %s is no time', (unit) => {
  expect(() => millisecondsIn(timed(unit), { wait: 7 })('wait')).toThrow('wait is no time.');
});
