import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { ManualClock } from '../../datapath/clock.ts';
import { giveBackMemory } from './idle-memory.ts';

/** Octets that the heap of what has lived for a while takes from the host, used or not. */
const taken = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.physical_space_size ?? 0;

/** Octets of the host that are this process's own. */
const held = () => Number(/^Anonymous:\s+(\d+) kB/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))?.[1]) * 1024;

/** Milliseconds in which memory goes back to the host: by another thread of V8, which by itself looks eight seconds after a collection. */
const PATIENCE = 5000;

const before = { heap: taken(), host: held() };

/** One in a hundred of half a million objects: nearly all is left of every page, and nearly nothing in it. */
const scattered = Array.from({ length: 500_000 }, (_, number) => ({ number, text: String(number) })).filter(
  ({ number }) => number % 100 === 0,
);

/**
 * For a test: octets that heap and process have grown by at a start that made much garbage, by which the heap is larger five and ten
 * seconds after, and by which the process is at last.
 */
async function measured() {
  const grown = { heap: taken() - before.heap, host: held() - before.host };
  const clock = new ManualClock();
  giveBackMemory(clock);
  clock.advance(5000);
  const soon = taken() - before.heap;
  clock.advance(5000);
  const late = taken() - before.heap;
  const end = performance.now() + PATIENCE;
  const more = () => held() - before.host;
  while (more() >= grown.host / 2 && performance.now() < end) await delay(20);
  return { grown, soon, late, held: more(), kept: scattered.length };
}

console.log(JSON.stringify(await measured()));
