import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CablePair } from '../../datapath/datapath.ts';
import { theDevice } from '../../device/management.ts';
import { wordsOf } from '../../model/values/message.ts';
import { noDevices, type Reply, type SurveillanceDevice } from '../../protocols/surveillance/state.ts';
import { loopBlocks } from '../network/loopback-detection/slots.ts';
import { Bench } from '../network/test-bench.ts';
import { CableTestStatus } from '../tools/diagnostics/objects.ts';
import { tested } from '../tools/diagnostics/slots.ts';
import { surveillanceMode } from './device.ts';
import { findingsOf } from './findings.ts';
import { aSVNvrEntry } from './found-objects.ts';
import { aSVHealthCtrl } from './health-objects.ts';
import { surveillanceState } from './slots.ts';
import { aSVPortEntry, DeviceType } from './vlan-objects.ts';

let bench: Bench;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faceplate-findings-'));
  // The surveillance VLAN stays disabled: no other source reports what is known.
  bench = new Bench([surveillanceMode]);
  await bench.start(directory);
});

afterAll(async () => {
  await bench.stop();
  await rm(directory, { recursive: true, force: true });
});

const found = async (port: number) => (await findingsOf(bench.context)).get(port);

const device = (mac: string, reply: Reply, more: Partial<SurveillanceDevice> = {}): [string, SurveillanceDevice] => [
  mac,
  {
    ...{ mac, port: 1, kind: 'camera', evidence: 'address', group: 0, address: undefined, manufacturer: '', model: '' },
    ...{ reply, unanswered: 0, since: 0, lastHeard: 0, ...more },
  },
];

const know = (...devices: [string, SurveillanceDevice][]) =>
  bench.context.slots.update(surveillanceState, () => ({ ...noDevices, devices: new Map(devices) }));

it('does not hide a device that is silent behind others at its port that answer', async () => {
  know(device('00-40-8C-00-00-01', 'replied'), device('00-40-8C-00-00-02', 'silent'));
  expect((await found(1))?.device?.reply).toBe('silent');
  know(device('00-40-8C-00-00-01', 'noAddress'), device('00-40-8C-00-00-02', 'replied'));
  expect((await found(1))?.device?.reply).toBe('replied');
  know();
  expect((await found(1))?.device?.reply).toBeUndefined();
});

it('lets a recorder stand for its port before a camera that is there, too, and names no maker twice', async () => {
  const axis = { manufacturer: 'Axis', model: 'Axis M1065' };
  know(
    device('00-40-8C-00-00-01', 'replied', axis),
    device('02-00-00-00-00-09', 'replied', { kind: 'recorder', group: 1 }),
    device('00-40-8C-00-00-02', 'replied', { ...axis, port: 2 }),
  );
  const [first, second] = await bench.live(aSVPortEntry);
  expect(first).toMatchObject({ aSVPortDeviceType: DeviceType.recorder, aSVPortMac: '02-00-00-00-00-09' });
  expect(second).toMatchObject({ aSVPortDeviceType: DeviceType.camera, aSVPortModel: 'Axis M1065' });
  know();
});

it('counts for each recorder the cameras that stream to it, not to another', async () => {
  const [one, other] = ['02-00-00-00-00-08', '02-00-00-00-00-09'];
  know(
    device(one, 'replied', { kind: 'recorder', group: 1 }),
    device(other, 'replied', { port: 2, kind: 'recorder', group: 2 }),
  );
  const streams = new Map([
    ['00-40-8C-00-00-01', one],
    ['00-40-8C-00-00-02', other],
    ['00-40-8C-00-00-03', other],
  ]);
  bench.context.slots.update(surveillanceState, (present) => ({ ...present, streams }));
  expect((await bench.live(aSVNvrEntry)).map(({ aSVNvrIpcNumber }) => aSVNvrIpcNumber)).toEqual([1, 2]);
  know();
});

it('names what is wrong with a cable by the first of its pairs that is bad, and nothing of a good one', async () => {
  const fault = async (...pairs: readonly CablePair[]) => {
    const test = { status: CableTestStatus.done, wasUp: true, time: 0, reason: undefined };
    bench.context.slots.update(tested, () => new Map([[1, { ...test, pairs }]]));
    const { words, metres } = (await found(1))?.cableFault ?? {};
    return words && [wordsOf(words), metres];
  };
  const good = { status: 'ok', metres: undefined } as const;
  expect(await fault(good, good)).toBeUndefined();
  expect(await fault(good, { status: 'open', metres: 12 })).toEqual(['a wire is broken', 12]);
  expect(await fault({ status: 'short', metres: 3 }, good)).toEqual(['wires touch each other', 3]);
  const either = ['a wire is broken, or wires touch each other', undefined];
  expect(await fault(good, { status: 'openOrShort', metres: undefined })).toEqual(either);
});

it('knows a port that is closed for its loop', async () => {
  expect((await found(2))?.isLooped).toBe(false);
  bench.context.slots.update(loopBlocks, () => [{ port: 2, vlan: 0 }]);
  expect((await found(2))?.isLooped).toBe(true);
});

it('counts damaged frames from the check before the last one, so that a check shows what came until it', async () => {
  const check = () =>
    bench.context.management.perform([{ kind: 'set', object: aSVHealthCtrl, values: { healthPorts: '3' } }], theDevice);
  const damaged = async () => (await found(3))?.damaged;
  bench.datapath.countErrors(3, { fcsErrors: 2 });
  expect(await damaged()).toBe(2);
  await check();
  expect(await damaged()).toBe(0);
  bench.datapath.countErrors(3, { fcsErrors: 1 });
  await check();
  expect(await damaged()).toBe(1);
  await check();
  expect(await damaged()).toBe(0);
});
