import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Bench, stationOf } from '../test-bench.ts';
import { rateCtrlEntry, StormState, stormCtrlEntry } from './objects.ts';

let bench: Bench;
let directory: string;
let factory: Configuration;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faceplate-rates-'));
  bench = new Bench();
  await bench.start(directory);
  factory = bench.context.configuration();
});

beforeEach(async () => {
  await bench.change(() => factory);
  await bench.datapath.flush({});
});

afterAll(async () => {
  await bench.stop();
  await rm(directory, { recursive: true, force: true });
});

/** How many of `count` frames of one moment leave by port 2. */
function flood(count: number, to?: string): number {
  const sent = Array.from({ length: count }, () => bench.reach(1, { ...(to !== undefined && { to }) }));
  return sent.filter((left) => left.includes('2')).length;
}

/** Lets a second pass, and what is asked for in it be answered. */
async function second(): Promise<void> {
  bench.clock.advance(1000);
  await new Promise((resolve) => setImmediate(resolve));
}

it('a storm is cut, shown and told once at its beginning and once at its end', async () => {
  await bench.change((before) =>
    before.withRow(stormCtrlEntry, { ifIndex: 1, stormCtrlBroadcast: 1, stormCtrlThreshold: 1 }),
  );
  bench.reach(2);
  await second();
  const since = bench.context.log.entries()[0]?.sequence ?? 0;
  const state = async () => (await bench.live(stormCtrlEntry)).map((row) => row.stormCtrlState);
  expect(flood(200)).toBe(64);
  expect(flood(200, stationOf(2))).toBe(200);
  await second();
  expect(await state()).toEqual([StormState.storm, ...Array.from({ length: 5 }, () => StormState.calm)]);
  for (let passed = 0; passed < 7; passed += 1) await second();
  expect(await state()).toEqual(Array.from({ length: 6 }, () => StormState.calm));
  expect(bench.log(since)).toEqual([
    'Port 1: a storm of broadcasts is limited to its threshold.',
    'Port 1: the storm of broadcasts is over, 136 were dropped.',
  ]);
  expect(bench.context.log.entries().find(({ sequence }) => sequence === since + 1)?.severity).toBe(4);
});

it('a rate holds within a tenth over a while', async () => {
  await bench.change((before) =>
    before.withRow(rateCtrlEntry, { rateCtrlIndex: 1, rateCtrlIngressStatus: 1, rateCtrlIngressRate: 8 }),
  );
  bench.reach(2);
  flood(2000, stationOf(2));
  const seconds = 20;
  let passed = 0;
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    bench.clock.advance(100);
    passed += flood(200, stationOf(2));
  }
  // A frame of 74 octets has its FCS beside them.
  const kilobits = (passed * 78 * 8) / seconds / 1000;
  expect(kilobits).toBeGreaterThan(0.9 * 512);
  expect(kilobits).toBeLessThan(1.1 * 512);
});
