import { expect, test } from 'vitest';
import { conflictOf } from './conflict.ts';

test.each([
  ['nobody else changed it', 'a', 'b', 'a', undefined],
  ['another session changed it otherwise', 'a', 'b', 'c', 'c'],
  ['another session changed it alike', 'a', 'b', 'b', undefined],
  ['another session changed it alike, as a number', 1, '2', 2, undefined],
  ['it was not read before', undefined, 'b', 'c', undefined],
  ['it is gone', 'a', 'b', undefined, undefined],
] as const)('a changed field where %s', (_, begun, mine, theirs, conflict) => {
  expect(conflictOf(begun, mine, theirs)).toBe(conflict);
});
