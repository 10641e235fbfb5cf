import { readFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { giveBackMemory } from './idle-memory.ts';

/** Octets that the heap of what has lived for a while takes from the host, used or not. */
const taken = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.physical_space_size ?? 0;

/** Octets of the host that are this process's own. */
const held = () => Number(/^Anonymous:\s+(\d+) kB/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))?.[1]) * 1024;

/** Octets by which it has to grow before it can be given back: a heap that others have used may have room. */
const GROWTH = 20_000_000;

/** One in a hundred of a million objects: nearly all is left of every page, and nearly nothing in it. */
const scattered = () =>
  Array.from({ length: 1_000_000 }, (_, number) => ({ number, text: String(number) })).filter(
    ({ number }) => number % 100 === 0,
  );

test('what only a start needed is given back once it is over, to the heap and to the host', async () => {
  const [before, heldBefore] = [taken(), held()];
  const kept: unknown[] = [];
  do kept.push(...scattered());
  while (taken() - before < GROWTH);
  const [grown, heldMore] = [taken() - before, held() - heldBefore];
  const clock = new ManualClock();
  giveBackMemory(clock);
  clock.advance(5000);
  expect(taken() - before).toBeGreaterThan(grown / 2);
  clock.advance(5000);
  expect(taken() - before).toBeLessThan(grown / 2);
  // By another thread of V8; by itself it looks for free pages only eight seconds after a collection.
  await expect.poll(() => held() - heldBefore, { timeout: 5_000 }).toBeLessThan(heldMore / 2);
  expect(kept.length).toBeGreaterThanOrEqual(10_000);
});

/** A thread whose use is as given; says whether a look of it collects what is not in use. */
function observedThread() {
  const clock = new ManualClock();
  const observed = { used: 0, spent: 0 };
  giveBackMemory(clock, { heap: () => observed.used, busy: () => observed.spent });
  const collects = async (time = 15_000): Promise<boolean> => {
    const garbage = new WeakRef({});
    // What a turn has made lives until its end.
    await new Promise(setImmediate);
    clock.advance(time);
    await new Promise(setImmediate);
    return garbage.deref() === undefined;
  };
  return { observed, collects };
}

test('memory that a burst of calls has taken is given back once the process is idle', async () => {
  const { observed, collects } = observedThread();
  expect(await collects(10_000)).toBe(true);
  observed.used = 1_900_000;
  expect(await collects()).toBe(false);
  observed.used = 2_000_000;
  observed.spent = 14_000;
  expect(await collects()).toBe(false);
  observed.spent = 15_000;
  expect(await collects()).toBe(true);
  // All of it is in use: there is nothing to give back until it has grown further.
  expect(await collects()).toBe(false);
});

test('a start that ends among many calls gives its memory back after them', async () => {
  const { observed, collects } = observedThread();
  observed.spent = 2_000;
  expect(await collects(10_000)).toBe(false);
  observed.spent = 2_100;
  expect(await collects()).toBe(true);
});
