import { expect, test } from 'vitest';
import { preloading } from './preloading.ts';

test('a script is loaded once, beside others and what else was given', () => {
  const first = preloading('/a b.cjs', '--no-warnings');
  expect(first).toBe('--no-warnings --require "/a b.cjs"');
  expect(preloading('/a b.cjs', first)).toBe(first);
  expect(preloading('/c.cjs', first)).toBe(`${first} --require "/c.cjs"`);
  expect(preloading('/a b.cjs', '')).toBe('--require "/a b.cjs"');
});
