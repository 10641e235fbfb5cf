// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { niceTop } from './plot.ts';

describe('the top of a chart', () => {
  it.each([
    [0, 4],
    [3, 4],
    [9.9, 12],
    [100, 120],
    [115, 160],
    [700_000_000, 800_000_000],
    [960_000_000, 1_200_000_000],
  ])('above %d is %d', (highest, top) => expect(niceTop(highest)).toBe(top));

  it('is never below the values nor far above them', () => {
    for (let highest = 5; highest < 1e6; highest = highest * 1.07) {
      expect(niceTop(highest)).toBeGreaterThan(highest);
      expect(niceTop(highest)).toBeLessThan(highest * 2.2);
    }
  });
});
