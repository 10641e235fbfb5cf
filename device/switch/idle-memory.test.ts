import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { bundled } from '../../tests/bundled.ts';
import { giveBackMemory } from './idle-memory.ts';

test('what only a start needed is given back once it is over, to the heap and to the host', () => {
  const child = fileURLToPath(new URL('idle-memory-child.ts', import.meta.url));
  // The heap of the tests has room of others, and is to keep it. A young generation of its usual size keeps half of what is held.
  const said = execFileSync(process.execPath, ['--max-semi-space-size=1', bundled(child)], { encoding: 'utf8' });
  const { grown, soon, late, held, kept } = JSON.parse(said);
  expect(soon).toBeGreaterThan(grown.heap / 2);
  expect(late).toBeLessThan(grown.heap / 2);
  expect(held).toBeLessThan(grown.host / 2);
  expect(kept).toBe(5000);
});

/** A thread whose use is as given; says whether a look of it collects what is not in use. */
function observedThread() {
  const clock = new ManualClock();
  const observed = { used: 0, spent: 0 };
  const collections: string[] = [];
  // The heap of the tests is large: to collect it takes a second each time.
  const collector = () => (packed: string) => {
    collections.push(packed);
  };
  giveBackMemory(clock, { heap: () => observed.used, busy: () => observed.spent, collector });
  const collects = (time = 15_000): boolean => {
    const before = collections.length;
    clock.advance(time);
    return collections.length > before;
  };
  return { observed, collects, collections };
}

test('memory that a burst of calls has taken is given back once the process is idle', () => {
  const { observed, collects } = observedThread();
  expect(collects(10_000)).toBe(true);
  observed.used = 900_000;
  expect(collects()).toBe(false);
  observed.used = 1_000_000;
  observed.spent = 14_000;
  expect(collects()).toBe(false);
  observed.spent = 15_000;
  expect(collects()).toBe(true);
  // All of it is in use: there is nothing to give back until it has grown further.
  expect(collects()).toBe(false);
});

test('what was in use only while memory was given back counts as growth when it is taken again', () => {
  const { observed, collects } = observedThread();
  observed.used = 5_000_000;
  expect(collects(10_000)).toBe(true);
  observed.used = 1_000_000;
  expect(collects()).toBe(false);
  observed.used = 3_000_000;
  expect(collects()).toBe(true);
});

test('all pages are packed after a start and a burst of calls, only the emptiest of a heap that grows slowly', () => {
  const { observed, collects, collections } = observedThread();
  collects(10_000);
  observed.used = 3_900_000;
  collects();
  observed.used = 7_900_000;
  collects();
  expect(collections).toEqual(['all', 'emptiest', 'all']);
});

test('a start that ends among many calls gives its memory back after them', () => {
  const { observed, collects } = observedThread();
  observed.spent = 2_000;
  expect(collects(10_000)).toBe(false);
  observed.spent = 2_100;
  expect(collects()).toBe(true);
});
