import { expect, it } from 'vitest';
import { atOnce, eachInSteps, sortedInSteps } from './steps.ts';

const many = Array.from({ length: 16_384 }, (_, number) => ({ key: (number * 7919) % 4096, number }));

it('sorts as one sort would, without a step that compares all', () => {
  let compared = 0;
  let most = 0;
  const steps = sortedInSteps(many, (a, b) => {
    compared += 1;
    return a.key - b.key;
  });
  for (;;) {
    const { done, value } = steps.next();
    most = Math.max(most, compared);
    compared = 0;
    if (!done) continue;
    // Equal ones stay in their order.
    expect(value).toEqual([...many].sort((a, b) => a.key - b.key));
    break;
  }
  expect(most).toBeLessThan(512 * 10);
});

it.each([0, 1, 511, 512, 513, 1537])('sorts %d items', (length) => {
  const items = many.slice(0, length);
  const sorted = atOnce(sortedInSteps(items, (a, b) => a.key - b.key));
  expect(sorted).toEqual([...items].sort((a, b) => a.key - b.key));
});

it('does something with each item in its turn', () => {
  const seen: number[] = [];
  atOnce(eachInSteps(many, ({ number }) => seen.push(number)));
  expect(seen).toEqual(many.map(({ number }) => number));
});
