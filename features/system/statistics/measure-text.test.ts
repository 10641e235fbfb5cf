import { expect, it } from 'vitest';
import { megabitsText } from './measure-text.ts';

it('writes the rates of a column in one unit, with as many decimals each', () => {
  expect([0, 1, 4_999, 5_000, 858_800, 11_800_000, 1e9].map(megabitsText)).toEqual([
    '0',
    '< 0.01',
    '< 0.01',
    '0.01',
    '0.86',
    '11.80',
    '1000.00',
  ]);
});
