import { expect, test } from 'vitest';
import { type Condition, holds } from './condition.ts';

const held: Readonly<Record<string, string | number>> = { mode: 2, state: 1, name: '' };
const holdsHere = (condition: Condition | undefined) => holds(condition, (column) => held[column]);

test.each<[string, Condition | undefined, boolean]>([
  ['none', undefined, true],
  ['one that asks nothing', {}, true],
  ['one of the values listed', { mode: [1, 2] }, true],
  ['none of the values listed', { mode: [1, 3] }, false],
  ['no value listed', { mode: [] }, false],
  ['every column', { mode: [2], state: [1] }, true],
  ['one column of two', { mode: [2], state: [2] }, false],
  // A form holds what was typed: digits.
  ['the digits of the value', { mode: ['2'] }, true],
  ['an empty text', { name: [''] }, true],
  ['an empty text of a column that holds nothing', { other: [''] }, true],
  ['a value of a column that holds nothing', { other: [1, 'undefined'] }, false],
])('a condition: %s', (_what, condition, expected) => {
  expect(holdsHere(condition)).toBe(expected);
});
