import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { type FlashFiles, hostFiles } from '../flash/flash-files.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { RebootCause } from '../power-control.ts';
import { recordBoot, recordReboot } from './boot-record.ts';

let directory: string;
const paths = () => ['one', 'two'].map((name) => join(directory, name));

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-boot-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function boot(files: FlashFiles = hostFiles, crashed = false) {
  const log = new LogBuffer(new DeviceWallClock(new ManualClock(), () => 0));
  const record = await recordBoot(files, paths(), crashed, log);
  return { ...record, record, said: log.entries().map(englishOf) };
}

const failing = (steps: readonly (keyof FlashFiles)[], code: string): FlashFiles => {
  const fail = () => Promise.reject(Object.assign(new Error('x'), { code }));
  return { ...hostFiles, ...Object.fromEntries(steps.map((step) => [step, fail])) };
};

test('an address is made up once and told; starts and their causes are counted', async () => {
  const first = await boot();
  expect(first.said).toEqual([`The MAC address is now ${first.baseMacAddress}.`]);
  expect(first).toMatchObject({ starts: 1, isFirst: true, cause: RebootCause.power });
  await recordReboot(hostFiles, paths(), first.record, RebootCause.user);
  const second = await boot();
  expect(second).toMatchObject({
    starts: 2,
    isFirst: false,
    cause: RebootCause.user,
    baseMacAddress: first.baseMacAddress,
    said: [],
  });
  expect(await boot(hostFiles, true)).toMatchObject({ starts: 3, cause: RebootCause.crash });
});

test.each([0, 1])('damage to file %s costs nothing, is told, and mended', async (at) => {
  const { baseMacAddress } = await boot();
  const path = paths()[at] ?? '';
  // Another address, as valid as the first: only the checksum distinguishes them.
  writeFileSync(path, readFileSync(path, 'utf8').replace(baseMacAddress, '02-00-00-00-00-00'));
  const next = await boot();
  expect(next).toMatchObject({ baseMacAddress, starts: 2 });
  expect(next.said).toEqual(['One of the two records of starts is damaged; the other one was used.']);
  expect((await boot()).said).toEqual([]);
});

test('damage to both gives another address, which is told', async () => {
  await boot();
  for (const path of paths()) writeFileSync(path, '');
  const { baseMacAddress, said } = await boot();
  expect(said).toEqual([`The record of starts is damaged; the MAC address is now ${baseMacAddress}.`]);
  expect((await boot()).baseMacAddress).toBe(baseMacAddress);
});

test('a record that cannot be read is spared: its address comes back, with whatever cause the restart had', async () => {
  const { baseMacAddress } = await boot();
  const other = await boot(failing(['read'], 'EMFILE'));
  expect(other.baseMacAddress).not.toBe(baseMacAddress);
  expect(other.said[0]).toContain('until the next start the MAC address is');
  await recordReboot(hostFiles, paths(), other.record, RebootCause.user);
  expect((await boot()).baseMacAddress).toBe(baseMacAddress);
});

test('a flash that cannot be written is told, and so is an address that it cannot keep', async () => {
  const { baseMacAddress, said } = await boot(failing(['write'], 'EROFS'));
  expect(said).toEqual([
    `The MAC address ${baseMacAddress} is lost at the next start, because the flash is read-only.`,
  ]);
  const kept = await boot();
  const next = await boot(failing(['write'], 'ENOSPC'));
  expect(next.baseMacAddress).toBe(kept.baseMacAddress);
  expect(next.said).toEqual(['The record of starts could not be written, because the flash is full.']);
});
