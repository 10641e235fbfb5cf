import { expect, test } from 'vitest';
import { freeIndex } from './free-index.ts';

test.each([
  [[], 3, 1],
  [[1, 2], 3, 3],
  [[2, 3], 8, 1],
  [[1, 3], 3, 2],
  [[1, 2, 3], 3, undefined],
  [[7, 8, 9], 3, undefined],
] as const)('beside the numbers %j of %d at most, the next row has the number %s', (taken, maximum, free) => {
  expect(freeIndex(taken, maximum)).toBe(free);
});
