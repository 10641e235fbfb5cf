import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestFrame, sameOctets } from '../../contract/test-frame.ts';
import { testPlan } from '../../contract/test-plan.ts';
import type { PortPlan } from '../../plan.ts';
import { createVirtualHarness, type VirtualHarness } from '../virtual-harness.ts';
import { encodeMessage } from './cable-message.ts';
import { SocketCable } from './socket-cable.ts';

const PATIENCE = { timeout: 20_000, interval: 10 };
const LOOK_AGAIN = 1000;

let directory: string;
let path: string;
const ends: SocketCable[] = [];
const sockets: Socket[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-cable-'));
  path = join(directory, 'cable');
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(ends.splice(0).map((end) => end.unplug()));
  rmSync(directory, { recursive: true, force: true });
});

async function bare(ports: Readonly<Record<number, Partial<PortPlan>>> = {}): Promise<VirtualHarness> {
  const harness = await createVirtualHarness({ ports: 6, stations: [1, 2] });
  await harness.datapath.apply(testPlan({ ports }));
  return harness;
}

async function plug({ datapath, clock }: VirtualHarness, port: number, at = path): Promise<SocketCable> {
  const end = new SocketCable(datapath, { port, path: at }, clock);
  ends.push(end);
  await end.begin();
  return end;
}

const state = async ({ datapath }: VirtualHarness, port: number) => {
  const { link, speed, duplex } = (await datapath.portStates()).get(port) ?? {};
  return `${link} ${speed} ${duplex}`;
};

const becomes = (harness: VirtualHarness, port: number, wanted: string) =>
  vi.waitFor(async () => expect(await state(harness, port)).toBe(wanted), PATIENCE);

/** Lets the switches look for one another until a port's link is as it should be. */
const looksAgain = (harness: VirtualHarness, port: number, wanted: string) =>
  vi.waitFor(async () => {
    harness.clock.advance(LOOK_AGAIN);
    expect(await state(harness, port)).toBe(wanted);
  }, PATIENCE);

/** Somebody else who comes to the path. */
function stranger(...octets: readonly Uint8Array[]): Socket {
  const socket = connect(path);
  sockets.push(socket);
  socket.on('error', () => undefined);
  for (const piece of octets) socket.write(piece);
  return socket;
}

const greeting = encodeMessage({ kind: 'greeting' });
const gigabit = encodeMessage({
  kind: 'line',
  line: { on: true, ability: { speeds: [1000], duplex: 'full', negotiates: true } },
});
const broadcast = buildTestFrame({ port: 0, from: 'A', to: 'all' }, 1);
const UP = 'up 1000 full';
const DOWN = 'down 0 unknown';

describe('a cable to another agent', () => {
  test('brings the link up at both ends, and frames across both ways', async () => {
    const [a, b] = [await bare(), await bare()];
    await plug(a, 5);
    expect(await state(a, 5)).toBe(DOWN);
    await plug(b, 6);
    await becomes(a, 5, UP);
    await becomes(b, 6, UP);
    await a.send(1, broadcast);
    const arrived: number[] = [];
    await vi.waitFor(async () => {
      arrived.push(...(await b.collect({ left: 0, punted: 0 })).left.map(({ port }) => port));
      expect(arrived).toEqual([1, 2]);
    }, PATIENCE);
    await a.collect({ left: 0, punted: 0 });
    const answer = buildTestFrame({ port: 0, from: 'B', to: 'A' }, 1);
    await b.send(2, answer);
    await vi.waitFor(async () => {
      const { left } = await a.collect({ left: 0, punted: 0 });
      expect(left.map(({ port, frame }) => [port, sameOctets(frame, answer)])).toEqual([[1, true]]);
    }, PATIENCE);
  });

  test('has the link follow both ends: off at one, a forced mode, the other gone and back', async () => {
    const [a, b] = [await bare(), await bare()];
    await plug(a, 5);
    const far = await plug(b, 6);
    await becomes(a, 5, UP);
    await b.datapath.apply(testPlan({ ports: { 6: { admin: false } } }));
    await becomes(a, 5, DOWN);
    await b.datapath.apply(testPlan({ ports: { 6: { mode: '100F' } } }));
    await becomes(a, 5, 'up 100 half');
    await far.unplug();
    await becomes(a, 5, DOWN);
    await plug(b, 6);
    await becomes(a, 5, 'up 100 half');
  });

  test('finds the other end when the one that came first is gone and comes back', async () => {
    const [a, b] = [await bare(), await bare()];
    const first = await plug(a, 5);
    await plug(b, 6);
    await becomes(b, 6, UP);
    await first.unplug();
    await becomes(b, 6, DOWN);
    await plug(a, 5);
    await looksAgain(b, 6, UP);
  });

  test('takes the place of one that was killed, and of a file that was taken away', async () => {
    const [a, b] = [await bare(), await bare()];
    // A server whose file was renamed leaves that behind, as a process does that is killed.
    const killed = createServer();
    await new Promise<void>((resolve) => killed.listen(`${path}.old`, resolve));
    renameSync(`${path}.old`, path);
    await new Promise((resolve) => killed.close(resolve));
    expect(existsSync(path)).toBe(true);
    await plug(a, 5);
    rmSync(path);
    await plug(b, 6);
    await looksAgain(a, 5, UP);
    await becomes(b, 6, UP);
    expect([...a.events.reports, ...b.events.reports]).toEqual([]);
    // It is b that listens now; what a made is gone with a.
    await ends.shift()?.unplug();
    expect(readdirSync(directory)).toEqual(['cable']);
  });

  test('may lead back to the same switch', async () => {
    const a = await bare();
    await plug(a, 5);
    await plug(a, 6);
    await becomes(a, 5, UP);
    await becomes(a, 6, UP);
  });
});

describe('who is at the path of a cable', () => {
  test('is told when two have met there already, says so once, and gets nothing', async () => {
    const [a, b, c] = [await bare(), await bare(), await bare()];
    await plug(a, 5);
    await plug(b, 5);
    await becomes(a, 5, UP);
    await plug(c, 5);
    const told = () => c.events.reports;
    await vi.waitFor(() => expect(told()).toHaveLength(1), PATIENCE);
    expect(told()[0]).toContain('in use by two others');
    c.clock.advance(LOOK_AGAIN);
    await c.send(1, broadcast);
    expect([await state(c, 5), await state(a, 5), await state(b, 5)]).toEqual([DOWN, UP, UP]);
    expect(told()).toHaveLength(1);
  });

  test('is sent away for what no cable carries, and the next one is met', async () => {
    const a = await bare();
    await plug(a, 5);
    for (const wrong of [[gigabit], [greeting, Uint8Array.of(9, 0, 0)], [greeting, Uint8Array.of(4, 0, 3, 0, 1, 7)]]) {
      const closed = stranger(...wrong).resume();
      await once(closed, 'close');
    }
    expect(a.events.reports).toEqual([`The cable at port 5 leads nowhere: the sender at ${path} sends invalid data`]);
    stranger(greeting, gigabit);
    await becomes(a, 5, UP);
  });

  test('has five seconds to say who it is', async () => {
    const a = await bare();
    await plug(a, 5);
    const silent = stranger();
    await once(silent, 'data');
    a.clock.advance(5000);
    await once(silent, 'close');
  });

  test('that floods costs neither the thread nor memory, and what its engines say still comes through', async () => {
    const a = await bare();
    await plug(a, 5);
    const flood = Buffer.concat(
      Array.from({ length: 20_000 }, () => encodeMessage({ kind: 'frame', frame: broadcast, weight: 1 })),
    );
    const bpdu = buildTestFrame({ port: 0, from: 'B', to: '01-80-C2-00-00-00' }, 1);
    stranger(greeting, gigabit, flood, encodeMessage({ kind: 'frame', frame: bpdu, weight: 1 }));
    await becomes(a, 5, UP);
    let turns = 0;
    await vi.waitFor(async () => {
      a.clock.advance(6);
      turns += 1;
      const { punted } = await a.collect({ left: 0, punted: 0 });
      expect(punted.map(({ port }) => port)).toEqual([5]);
    }, PATIENCE);
    // The thread had turns for everything else in between.
    expect(turns).toBeGreaterThan(10);
  });

  test('that takes nothing loses frames, and costs no memory for them', async () => {
    const a = await bare();
    await plug(a, 5);
    const deaf = stranger(greeting, gigabit);
    await becomes(a, 5, UP);
    deaf.pause();
    const before = process.memoryUsage().arrayBuffers;
    for (let sent = 0; sent < 100_000; sent += 1) await a.send(1, broadcast);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20e6);
  });

  test('is a file of somebody else: it is left alone, and the log says so', async () => {
    const a = await bare();
    writeFileSync(path, 'precious');
    await plug(a, 5);
    expect(a.events.reports).toEqual([`The cable at port 5 leads nowhere: ${path} is a file, not a socket`]);
    expect(existsSync(path)).toBe(true);
  });

  test('is nobody where there is no folder for it', async () => {
    const a = await bare();
    const nowhere = join(directory, 'none', 'cable');
    await plug(a, 5, nowhere);
    expect(a.events.reports).toEqual([
      `The cable at port 5 leads nowhere: the agent cannot make a socket at ${nowhere}`,
    ]);
  });
});
