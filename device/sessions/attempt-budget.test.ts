import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { AttemptBudget } from './attempt-budget.ts';

/** A budget, and how many of a stranger's attempts it lets pass. */
function begin() {
  const clock = new ManualClock();
  const budget = new AttemptBudget(clock);
  const stranger = (key: string) => budget.take({ share: key, standing: 'stranger' });
  const passed = (keys: readonly string[]) => keys.filter(stranger).length;
  return { clock, budget, stranger, passed };
}

const many = (count: number, name: (at: number) => string) => Array.from({ length: count }, (_, at) => name(at));

test('one source has ten attempts at once, and then two a second', () => {
  const { clock, passed } = begin();
  expect(passed(many(50, () => 'a'))).toBe(10);
  clock.advance(1_000);
  expect(passed(many(50, () => 'a'))).toBe(2);
});

test('a hundred sources that try again and again have twenty a second together, and somebody new gets in beside them', () => {
  const { clock, stranger, passed } = begin();
  const flood = many(100, (at) => `flood ${at}`);
  for (let round = 0; round < 10; round += 1) passed(flood);
  clock.advance(1_000);
  expect(passed([...flood, ...flood, ...flood])).toBe(20);
  expect(stranger('new')).toBe(true);
});

test('who never tried is rested, and who tried is again after a while', () => {
  const { clock, budget, stranger } = begin();
  expect(budget.isRested({ share: 'a' })).toBe(true);
  stranger('a');
  expect(budget.isRested({ share: 'a' })).toBe(false);
  clock.advance(1_000);
  expect(budget.isRested({ share: 'a' })).toBe(true);
});

test('who is known has an allowance of his own', () => {
  const { budget, passed } = begin();
  passed(many(1_000, (at) => `flood ${at}`));
  expect(budget.take({ share: 'b', standing: 'source' })).toBe(true);
  expect(budget.take({ share: 'c', standing: 'browser' })).toBe(true);
});
