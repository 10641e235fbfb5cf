import { expect, it } from 'vitest';
import { sameColumns } from './same-columns.ts';

it('compares every column of both', () => {
  const one: Readonly<Record<string, unknown>> = { port: 3, system: 'a' };
  expect([sameColumns(one, { ...one }), sameColumns(one, { ...one, more: undefined })]).toEqual([true, true]);
  for (const name of [...Object.keys(one), 'more']) {
    const other = { ...one, [name]: 'other' };
    expect([sameColumns(one, other), sameColumns(other, one)], name).toEqual([false, false]);
  }
});
