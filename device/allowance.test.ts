import { expect, it } from 'vitest';
import { SOME_MOMENT } from '../protocols/some-moment.ts';
import { Allowance } from './allowance.ts';

const started = SOME_MOMENT;
const taken = (allowance: Allowance, now: number) => {
  let count = 0;
  while (count < 100 && allowance.take(now)) count += 1;
  return count;
};

it('allows its burst at once, then its rate per second, and never more than its burst together', () => {
  const allowance = new Allowance({ rate: 2, burst: 4 }, started);
  expect(allowance.isFull(started)).toBe(true);
  expect(taken(allowance, started)).toBe(4);
  expect(allowance.has(started + 499)).toBe(false);
  expect(taken(allowance, started + 500)).toBe(1);
  // Fractions add up.
  expect(taken(allowance, started + 750)).toBe(0);
  expect(taken(allowance, started + 1000)).toBe(1);
  expect(allowance.isFull(started + 2999)).toBe(false);
  expect(allowance.isFull(started + 3000)).toBe(true);
  expect(taken(allowance, started + 3_600_000)).toBe(4);
});
