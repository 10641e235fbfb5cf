import { expect, test } from 'vitest';
import { buildTestFrame, sameOctets, stationMac } from '../contract/test-frame.ts';
import { testPlan } from '../contract/test-plan.ts';
import type { PortPlan } from '../plan.ts';
import { cable } from './cable.ts';
import { createVirtualHarness, type VirtualHarness } from './virtual-harness.ts';

const BPDU = '01-80-C2-00-00-00';
const frame = (from: string, to: string) => buildTestFrame({ port: 0, from, to }, 1);

async function bare(ports: Readonly<Record<number, Partial<PortPlan>>> = {}): Promise<VirtualHarness> {
  const harness = await createVirtualHarness({ ports: 6, stations: [1, 2] });
  await harness.datapath.apply(testPlan({ ports }));
  return harness;
}

const octetsIn = async (harness: VirtualHarness, port: number) =>
  Number((await harness.datapath.portCounters()).get(port)?.inOctets ?? 0n);

const state = async (harness: VirtualHarness, port: number) => {
  const { link, speed, duplex } = (await harness.datapath.portStates()).get(port) ?? {};
  return `${link} ${speed} ${duplex}`;
};

test('frames go from one switch to the other, and each learns where the stations are', async () => {
  const [a, b] = [await bare(), await bare()];
  cable(a.datapath, 5, b.datapath, 6);
  await a.send(1, frame('A', 'all'));
  expect((await b.collect({ left: 2, punted: 0 })).left.map(({ port }) => port)).toEqual([1, 2]);
  await b.send(2, frame('B', 'A'));
  expect((await a.collect({ left: 0, punted: 0 })).left.map(({ port }) => port)).toEqual([2, 1]);
  const rows = await b.datapath.forwardingDatabase();
  expect(rows.map(({ address, port }) => [address, port])).toEqual([
    [stationMac('A'), 6],
    [stationMac('B'), 2],
  ]);
});

test('the link follows both ends: off at one, a forced mode, a broken cable', async () => {
  const [a, b] = [await bare(), await bare()];
  const patch = cable(a.datapath, 5, b.datapath, 6);
  expect([await state(a, 5), await state(b, 6)]).toEqual(['up 1000 full', 'up 1000 full']);
  await b.datapath.apply(testPlan({ ports: { 6: { admin: false } } }));
  expect([await state(a, 5), await state(b, 6)]).toEqual(['down 0 unknown', 'down 0 unknown']);
  await b.datapath.apply(testPlan({ ports: { 6: { mode: '100F' } } }));
  expect([await state(a, 5), await state(b, 6)]).toEqual(['up 100 half', 'up 100 full']);
  patch.setLink('down');
  expect([await state(a, 5), await state(b, 6)]).toEqual(['down 0 unknown', 'down 0 unknown']);
  patch.setLink('up');
  expect(await state(a, 5)).toBe('up 100 half');
  patch.unplug();
  expect([await state(a, 5), await state(b, 6)]).toEqual(['down 0 unknown', 'down 0 unknown']);
  cable(a.datapath, 5, b.datapath, 6);
  expect(await state(b, 6)).toBe('up 100 full');
});

test('two ports that are no faster than 100 Mbit/s run full duplex', async () => {
  const { datapath } = await createVirtualHarness({ ports: 6, stations: [], speeds: [10, 100] });
  await datapath.apply(testPlan());
  cable(datapath, 5, datapath, 6);
  const states = await datapath.portStates();
  for (const port of [5, 6]) expect(states.get(port)).toEqual({ port, link: 'up', speed: 100, duplex: 'full' });
});

test('there is no link before both switches were told what their ports are for', async () => {
  const [a, b] = [await bare(), await createVirtualHarness({ ports: 6, stations: [] })];
  cable(a.datapath, 5, b.datapath, 6);
  expect([await state(a, 5), await state(b, 6)]).toEqual(['down 0 unknown', 'down 0 unknown']);
  await b.datapath.apply(testPlan());
  expect([await state(a, 5), await state(b, 6)]).toEqual(['up 1000 full', 'up 1000 full']);
});

test('a cable that was pulled out carries nothing, and pulling it again is no trouble', async () => {
  const [a, b] = [await bare(), await bare()];
  const patch = cable(a.datapath, 5, b.datapath, 6);
  patch.unplug();
  cable(a.datapath, 5, b.datapath, 5);
  patch.unplug();
  patch.setLink('down');
  expect([await state(a, 5), await state(b, 5)]).toEqual(['up 1000 full', 'up 1000 full']);
});

test('a cable needs two free ports that exist', async () => {
  const a = await bare();
  expect(() => cable(a.datapath, 1, a.datapath, 5)).toThrow('Port 1 already has a station.');
  expect(() => cable(a.datapath, 5, a.datapath, 5)).toThrow('Port 5 cannot be plugged into itself.');
  expect(() => cable(a.datapath, 5, a.datapath, 60)).toThrow('Port 60 does not exist');
  cable(a.datapath, 5, a.datapath, 6);
  expect(await state(a, 5)).toBe('up 1000 full');
});

test('a loop costs bounded work: the thread comes back at once, and timers keep their time', async () => {
  const harness = await bare();
  const { datapath, clock } = harness;
  cable(datapath, 5, datapath, 6);
  await harness.send(1, frame('A', 'all'));
  const first = await harness.collect({ left: 0, punted: 0 });
  expect(first.left.length).toBeLessThan(1000);
  expect(datapath.isIdle).toBe(false);
  const fired: number[] = [];
  clock.every(100, () => fired.push(clock.now()));
  clock.advance(1000);
  expect(fired).toHaveLength(10);
  const { left } = await harness.collect({ left: 0, punted: 0 });
  expect(left.length).toBeGreaterThan(10_000);
  expect(left.length).toBeLessThan(100_000);
});

test('while a loop runs, who sends more does not get the thread for it', async () => {
  const harness = await bare();
  cable(harness.datapath, 5, harness.datapath, 6);
  await harness.send(1, frame('A', 'all'));
  const { left } = await harness.collect({ left: 0, punted: 0 });
  for (let sent = 0; sent < 1000; sent += 1) await harness.send(2, frame('B', 'all'));
  expect(left.length).toBeGreaterThan(0);
  expect((await harness.collect({ left: 0, punted: 0 })).left).toEqual([]);
});

test('a storm that doubles at every turn is cut at the port, and what was cut is counted', async () => {
  const harness = await bare();
  const { datapath, clock } = harness;
  cable(datapath, 3, datapath, 4);
  cable(datapath, 5, datapath, 6);
  await harness.send(1, frame('A', 'all'));
  clock.advance(1000);
  const counters = await datapath.portCounters();
  for (const port of [3, 4, 5, 6]) expect(Number(counters.get(port)?.inDiscards)).toBeGreaterThan(1000);
  expect(counters.get(1)?.inDiscards).toBe(0n);
});

test('in a storm a control frame reaches the agent, and another port is served, before the loop goes on', async () => {
  const harness = await bare();
  const { datapath, clock } = harness;
  cable(datapath, 3, datapath, 4);
  cable(datapath, 5, datapath, 6);
  await harness.send(1, frame('A', 'all'));
  clock.advance(100);
  await harness.collect({ left: 0, punted: 0 });
  await harness.send(1, frame('A', BPDU));
  await harness.send(2, frame('B', 'C'));
  const { punted } = await harness.collect({ left: 0, punted: 1 });
  expect(punted.map(({ port }) => port)).toEqual([1]);
  clock.advance(10);
  const { left } = await harness.collect({ left: 0, punted: 0 });
  expect(left.some(({ port, frame: arrived }) => port === 1 && sameOctets(arrived, frame('B', 'C')))).toBe(true);
});

test('what waits at a port is forgotten with its link', async () => {
  const harness = await bare();
  const patch = cable(harness.datapath, 5, harness.datapath, 6);
  await harness.send(1, frame('A', 'all'));
  expect(harness.datapath.isIdle).toBe(false);
  patch.setLink('down');
  expect(harness.datapath.isIdle).toBe(true);
});

test('a loop that is broken comes to rest', async () => {
  const harness = await bare();
  const { datapath, clock } = harness;
  const patch = cable(datapath, 5, datapath, 6);
  await harness.send(1, frame('A', 'all'));
  clock.advance(100);
  patch.unplug();
  clock.advance(100);
  expect(datapath.isIdle).toBe(true);
  const before = await octetsIn(harness, 6);
  clock.advance(1000);
  expect(await octetsIn(harness, 6)).toBe(before);
});
