import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

test('however long nothing came, no more passes at once than the capacity, and then the rate', () => {
  const bucket = new TokenBucket(10, 4);
  expect(bucket.admit(9, 1, 0)).toBe(4);
  expect(bucket.admit(9, 1, 3_600_000)).toBe(4);
  expect(bucket.wait(1, 3_600_000)).toBe(100);
  expect(bucket.admit(9, 1, 3_600_200)).toBe(2);
});

test('what passes takes its tokens whole, and what does not takes none', () => {
  const bucket = new TokenBucket(10);
  expect(bucket.admit(3, 4, 0)).toBe(2);
  expect(bucket.take(0)).toBe(true);
  expect(bucket.take(0)).toBe(true);
  expect(bucket.take(0)).toBe(false);
  expect(bucket.wait(4, 0)).toBe(400);
});

test('a clock that stands still, or goes back, fills nothing', () => {
  const bucket = new TokenBucket(1000, 2);
  expect(bucket.admit(9, 1, 5000)).toBe(2);
  expect([bucket.take(5000), bucket.take(4000), bucket.take(5001)]).toEqual([false, false, true]);
});
