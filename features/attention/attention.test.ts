import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { ifEntry } from '../network/physical-interface/objects.ts';
import { closePort } from '../network/physical-interface/slots.ts';
import { Bench, settled } from '../network/test-bench.ts';
import { attention } from './device.ts';
import { ABSENCE, INTENTIONS, keptIntentions } from './intentions.ts';
import { attentionCtrl, attentionEntry } from './objects.ts';
import { readSaid } from './said.ts';

let bench: Bench;
let directory: string;

beforeAll(async () => {
  // The switch's date goes on as its clock does.
  vi.useFakeTimers({ toFake: ['Date'] });
  directory = await mkdtemp(join(tmpdir(), 'faceplate-attention-'));
  bench = new Bench([attention]);
  await bench.start(directory);
});

afterAll(async () => {
  vi.useRealTimers();
  await bench.stop();
  await rm(directory, { recursive: true, force: true });
});

const MINUTE = 60_000;
const pass = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    vi.setSystemTime(Date.now() + MINUTE);
    bench.clock.advance(MINUTE);
    await settled();
  }
};
const rows = () => bench.live(attentionEntry);
const intended = async () => (await rows()).map((row) => [row.attentionKey, row.attentionIntendedBy]);
const damage = () => bench.datapath.countErrors(3, { fcsErrors: 1 });

it('tells damaged frames for a quarter of an hour, with the time that they were found first', async () => {
  expect(await rows()).toEqual([]);
  damage();
  const [first] = await rows();
  expect(first).toMatchObject({ attentionKey: 'damaged-frames 3', attentionPorts: '3', attentionSeverity: 1 });
  expect(first?.attentionWhat).toBe('Port 3 receives damaged frames: 1 CRC error in 15 minutes.');
  await pass(5);
  expect((await rows())[0]?.attentionSince).toBe(first?.attentionSince);
  const since = async () => Date.parse(String((await rows())[0]?.attentionSince).replace(' ', 'T'));
  const former = await since();
  const { wallClock } = bench.context;
  wallClock.step(wallClock.now() + 7 * MINUTE);
  expect((await since()) - former).toBe(7 * MINUTE);
  await pass(15);
  expect(await rows()).toEqual([]);
});

it('counts how often a link goes away', async () => {
  for (let times = 0; times < 4; times += 1) {
    bench.setLink(2, 'down');
    bench.setLink(2, 'up');
  }
  expect((await rows()).map((row) => row.attentionKey)).toContain('flapping 2');
  await pass(16);
  expect(await rows()).toEqual([]);
});

it('puts a finding away for who says so, over a restart, until it has ended', async () => {
  damage();
  await bench.set(attentionCtrl, { attentionIntend: 'damaged-frames 3' });
  expect(await intended()).toEqual([['damaged-frames 3', 'the device']]);
  await bench.stop();
  bench = new Bench([attention]);
  await bench.start(directory);
  // It is found again soon after the start.
  expect(await rows()).toEqual([]);
  damage();
  expect(await intended()).toEqual([['damaged-frames 3', 'the device']]);
  await pass(16 + ABSENCE / MINUTE);
  damage();
  expect(await intended()).toEqual([['damaged-frames 3', '']]);
});

it('keeps 256 that were put away, the latest', async () => {
  const kept = bench.context.keep(keptIntentions);
  const older = (at: number) => ({ key: `slow-link ${at}`, circumstance: '', user: 'admin', time: 0 });
  await kept.save(Array.from({ length: INTENTIONS }, (_, at) => older(at)));
  await bench.stop();
  bench = new Bench([attention]);
  await bench.start(directory);
  damage();
  await bench.set(attentionCtrl, { attentionIntend: 'damaged-frames 3' });
  const keys = (await bench.context.keep(keptIntentions).load())?.map(({ key }) => key) ?? [];
  expect([keys.length, keys[0], keys.at(-1)]).toEqual([INTENTIONS, 'slow-link 1', 'damaged-frames 3']);
  await bench.set(attentionCtrl, { attentionBringBack: 'damaged-frames 3' });
});

it('brings one back, and refuses what is not there', async () => {
  damage();
  await bench.set(attentionCtrl, { attentionIntend: 'damaged-frames 3' });
  await bench.set(attentionCtrl, { attentionBringBack: 'damaged-frames 3' });
  expect(await intended()).toEqual([['damaged-frames 3', '']]);
  const over = { said: { text: 'This problem is over.' } };
  await expect(bench.set(attentionCtrl, { attentionBringBack: 'damaged-frames 3' })).rejects.toMatchObject(over);
  await expect(bench.set(attentionCtrl, { attentionIntend: 'damaged-frames 4' })).rejects.toMatchObject(over);
});

it('leaves nothing put away that could not be kept, if two ask at once', async () => {
  for (const port of [3, 4]) bench.datapath.countErrors(port, { fcsErrors: 1 });
  const write = vi.spyOn(hostFiles, 'write').mockRejectedValue(new Error('no space'));
  const asked = [3, 4].map((port) => bench.set(attentionCtrl, { attentionIntend: `damaged-frames ${port}` }));
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await intended()).toEqual([
    ['damaged-frames 3', ''],
    ['damaged-frames 4', ''],
  ]);
  write.mockRestore();
});

it('opens a port that the switch shut by the action that it offers', async () => {
  closePort(bench.context.slots, 'arpInspection', 4, true);
  const shut = async () => (await rows()).find((row) => row.attentionKey === 'err-disabled 4');
  const [action] = readSaid(String((await shut())?.attentionSaid))?.actions ?? [];
  if (!action || !('calls' in action)) throw new Error('Nothing opens it.');
  for (const { values } of action.calls) await bench.set(ifEntry, values);
  await settled();
  expect(await shut()).toBeUndefined();
});
