import { expect, test } from 'vitest';
import { ManualClock } from '../datapath/clock.ts';
import { wakeLoop } from './wake-loop.ts';

test('an engine is called at the moment that it named last, and not at one that it takes back', () => {
  const clock = new ManualClock();
  const calls: number[] = [];
  const wakeAt = wakeLoop(clock, () => calls.push(clock.now()));
  const start = clock.now();
  wakeAt(start + 50);
  wakeAt(start + 20);
  clock.advance(100);
  expect(calls).toEqual([start + 20]);
  wakeAt(start);
  clock.advance(0);
  expect(calls).toEqual([start + 20, start + 100]);
  wakeAt(start + 150);
  wakeAt(Number.POSITIVE_INFINITY);
  clock.advance(1000);
  expect(calls).toHaveLength(2);
});
