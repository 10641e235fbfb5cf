// @long-running
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backUp } from '../../cloud/backup.ts';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { CloudProcess, cloudPassword } from './cloud-process.ts';
import { RawSwitch } from './raw-switch.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let cloud: CloudProcess;
let client: AgentClient;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-backup-'));
  cloud = await CloudProcess.start();
  await signIn();
});

afterEach(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

async function signIn(): Promise<void> {
  client = new AgentClient(cloud.origin);
  expect(await client.login(cloudPassword)).toBe(0);
}

const place = () => ({ host: '127.0.0.1', port: Number(cloud.place.split(':')[1]) });

/** A switch whose code was typed, and which the cloud has taken. */
async function taken(serial: string): Promise<RawSwitch> {
  const made = await RawSwitch.make(place(), serial);
  const claim = { fleetClaimSerial: serial, fleetClaimCode: made.code, RowStatus: 4 };
  expect((await client.set('fleetClaimEntry', claim)).error.code).toBe(0);
  expect(await made.claim()).toBe(200);
  return made;
}

const serials = async () => {
  const rows = await client.read('fleetSwitchEntry');
  return Array.isArray(rows) ? rows.map(({ fleetSwitchSerial }) => fleetSwitchSerial) : [];
};

it('a copy that is made while the cloud works is one that it starts on, with what it kept by then', async () => {
  const copy = join(folder, 'copy');
  const before = await taken('BEFORE');
  const line = await before.connect();
  writeFileSync(join(cloud.directory, 'firmware.pub'), 'keys');
  await backUp(hostFiles, cloud.directory, copy);
  await taken('AFTER');
  line.terminate();
  await cloud.kill();
  // In the place of what is lost.
  rmSync(cloud.directory, { recursive: true });
  await backUp(hostFiles, copy, cloud.directory);
  expect(readFileSync(join(cloud.directory, 'firmware.pub'), 'utf8')).toBe('keys');
  rmSync(join(cloud.directory, 'firmware.pub'));
  await cloud.begin();
  expect((await client.call('CommonGet', { Template: 'fleetUserEntry' })).error.message).toContain('not valid');
  await signIn();
  expect(await serials()).toEqual(['BEFORE']);
  (await before.connect({ name: 'back again' })).terminate();
  await expect.poll(async () => JSON.stringify(await client.read('fleetSwitchEntry'))).toContain('back again');
});

it('a switch that got its next certificate since the copy is known by its key, and none that was given back before it', async () => {
  const copy = join(folder, 'copy');
  const [renewed, gone, again] = [await taken('RENEWED'), await taken('GONE'), await taken('AGAIN')];
  const release = (fleetSwitchSerial: string) => client.set('fleetSwitchEntry', { fleetSwitchSerial, RowStatus: 6 });
  expect((await release('GONE')).error.code).toBe(0);
  // Claimed once more with the same key: what it had before is revoked all the same.
  const revoked = again.issued;
  await again.renew(await again.connect());
  const alsoRevoked = again.issued;
  expect((await release('AGAIN')).error.code).toBe(0);
  const claim = { fleetClaimSerial: 'AGAIN', fleetClaimCode: again.code, RowStatus: 4 };
  expect((await client.set('fleetClaimEntry', claim)).error.code).toBe(0);
  expect(await again.claim()).toBe(200);
  await backUp(hostFiles, cloud.directory, copy);

  const first = renewed.issued;
  // Certificates are distinguished by whole seconds.
  const nextSecond = Math.ceil(Date.now() / 1000) * 1000;
  await vi.waitUntil(() => Date.now() > nextSecond, { interval: 20 });
  await renewed.renew(await renewed.connect());
  expect(renewed.issued).not.toBe(first);
  await renewed.renew(await renewed.connect());
  const stranger = await taken('STRANGER');
  await cloud.kill();
  rmSync(cloud.directory, { recursive: true });
  await backUp(hostFiles, copy, cloud.directory);
  await cloud.begin();
  await signIn();

  const line = await renewed.connect({ name: 'known again' });
  await expect.poll(async () => JSON.stringify(await client.read('fleetSwitchEntry'))).toContain('known again');
  expect(JSON.stringify(await client.read('fleetAuditEntry'))).toContain(
    'newer than the backup that the cloud was restored from',
  );
  // It goes on from there as it would have done.
  await renewed.renew(line);
  (await renewed.connect()).terminate();
  for (const one of [gone, stranger]) await expect(one.open()).rejects.toThrow('status 403');
  for (const one of [revoked, alsoRevoked]) await expect(again.open(one)).rejects.toThrow('status 403');
  (await again.connect()).terminate();
});

it('no copy is made of what is no cloud or is damaged, nor in the place of something else', async () => {
  const copy = join(folder, 'copy');
  await expect(backUp(hostFiles, folder, copy)).rejects.toThrow('There is no cloud in');
  await expect(backUp(hostFiles, cloud.directory, folder)).rejects.toThrow('is there already');
  await cloud.kill();
  const authority = join(cloud.directory, 'authority');
  const whole = readFileSync(authority);
  for (const [content, why] of [
    [whole.subarray(0, -1), 'damaged'],
    ['no authority', 'unknown format'],
  ] as const) {
    writeFileSync(authority, content);
    await expect(backUp(hostFiles, cloud.directory, copy)).rejects.toThrow(why);
  }
  expect(existsSync(copy)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

it('forgets no switch that it told that it is taken, and no code that it told to be typed, when its power is cut', async () => {
  const owned: RawSwitch[] = [];
  for (const serial of ['A1', 'A2', 'A3']) {
    const waiting = await RawSwitch.make(place(), `W${serial}`);
    const [made] = await Promise.all([
      taken(serial),
      client.set('fleetClaimEntry', { fleetClaimSerial: waiting.serial, fleetClaimCode: waiting.code, RowStatus: 4 }),
    ]);
    await cloud.kill();
    await cloud.begin();
    await signIn();
    expect(await waiting.claim()).toBe(200);
    owned.push(made, waiting);
  }
  for (const each of owned) (await each.connect()).terminate();
  expect(await serials()).toEqual(owned.map(({ serial }) => serial).toSorted());
});
