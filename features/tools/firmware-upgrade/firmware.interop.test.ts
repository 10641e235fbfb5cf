import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import type { TestAgent } from '../../../tests/agent/test-agent.ts';
import { mustRun } from '../../../tests/namespaces/command.ts';
import { FIRMWARE_UPLOAD } from './objects.ts';
import { bundleOf, startBootedAgent } from './testing.ts';

/** A loopback address of the test's own: port 69 of 127.0.0.1 may be somebody's. */
const ADDRESS = '127.0.77.7';
const patience = { timeout: 30_000 };

let folder: string;
let dnsmasq: ChildProcess | undefined;
let agent: TestAgent;
let client: AgentClient;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-firmware-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ends both ends before anything of theirs is taken away: one that stays would answer the next test. */
async function end(): Promise<void> {
  const server = dnsmasq;
  dnsmasq = undefined;
  if (server?.kill()) await once(server, 'exit');
  await agent.stop();
}

function serve(): void {
  const words = ['--keep-in-foreground', '--port=0', '--conf-file=/dev/null', '--user=root', '--enable-tftp'];
  const places = [`--pid-file=${join(folder, 'pid')}`, `--tftp-root=${folder}`, `--listen-address=${ADDRESS}`];
  dnsmasq = spawn('dnsmasq', [...words, ...places, '--bind-interfaces'], { stdio: 'ignore' });
}

async function start(directory?: string): Promise<void> {
  agent = await startBootedAgent(0, directory);
  agent.running.context.names.resolve = async () => [ADDRESS];
  client = await agent.signedIn();
}

const fetchFirmware = async (fwFileName: string, more: object = {}) => {
  const asked = { fwStart: 1, fwMethod: 2, fwServerAddr: 'tftp.example', fwFileName, fwRebootAfter: 2, ...more };
  expect((await client.set('fwUpgradeCtrl', asked)).error.message).toBe('');
};
const state = () => client.read('fwUpgradeCtrl');

describe('firmware from a TFTP server', () => {
  beforeEach(() => start());
  afterEach(async () => {
    await end();
    rmSync(agent.directory, { recursive: true, force: true });
  });

  it('is taken as dnsmasq serves it, and is said to be missing where it is', async () => {
    const bundle = bundleOf('9.0.0');
    writeFileSync(join(folder, 'switch.bin'), bundle, { mode: 0o644 });
    serve();
    await fetchFirmware('switch.bin', { fwRetryCount: 5 });
    await expect.poll(state, patience).toMatchObject({ fwOperStatus: 6, fwNextImage: 1, fwLastError: '' });
    expect(await client.read('fwImageEntry')).toMatchObject([{ fwImageVersion: '9.0.0', fwImageState: 2 }, {}]);
    await fetchFirmware('gone.bin');
    const missing = { fwOperStatus: 7, fwNextImage: 1, fwLastError: 'The file was not found on the server.' };
    await expect.poll(state, patience).toMatchObject(missing);
    writeFileSync(join(folder, 'short.bin'), bundle.subarray(0, 200_000), { mode: 0o644 });
    await fetchFirmware('short.bin');
    await expect.poll(state, patience).toMatchObject({ fwOperStatus: 7, fwLastError: 'The image is damaged.' });
  });

  it('is asked for again where the server comes up late', async () => {
    writeFileSync(join(folder, 'switch.bin'), bundleOf('9.0.0'), { mode: 0o644 });
    await fetchFirmware('switch.bin', { fwRetryCount: 20 });
    await expect.poll(async () => Number(Object(await state()).fwRetryNow), patience).toBeGreaterThan(1);
    serve();
    await expect.poll(state, patience).toMatchObject({ fwOperStatus: 6, fwNextImage: 1 });
  });
});

describe('firmware for which the flash has no room', () => {
  /** A file system of the agent's own, so that it can be full. */
  let directory: string;
  const mounted = async (size: string) => {
    directory = mkdtempSync(join(tmpdir(), 'faceplate-full-'));
    await mustRun('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory);
    await start(directory);
  };
  afterEach(async () => {
    await end();
    await mustRun('umount', directory);
    rmSync(directory, { recursive: true, force: true });
  });

  /** It starts on what is there, lets its owner in, and keeps what he saves; no half of a file is left. */
  async function startsAgain(): Promise<void> {
    await expect.poll(() => readdirSync(join(directory, 'temporary')), patience).toEqual([]);
    await agent.stop();
    await start(directory);
    expect(await client.read('fwUpgradeCtrl')).toMatchObject({ fwNextImage: 0, fwRunningImage: 0 });
    await client.set('system', { sysName: 'saved' });
    await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    await expect.poll(() => client.read('sysConfig'), patience).toMatchObject({ configOperStatus: 1 });
  }

  const upload = async (size: number) => {
    expect((await client.set('fwUpgradeCtrl', { fwStart: 1, fwMethod: 1, fwRebootAfter: 2 })).error.message).toBe('');
    const bundle = bundleOf('9.0.0', { size });
    return (await client.upload(FIRMWARE_UPLOAD, new Blob([new Uint8Array(bundle)]))).error.message;
  };

  it('is refused in one sentence while it comes in, and leaves a switch that starts', async () => {
    await mounted('3m');
    expect(await upload(6_000_000)).toBe('The file could not be accepted, because the flash is full.');
    // The same session may go on with one that fits.
    expect(await upload(100_000)).toBe('');
    expect((await client.set('fwUpgradeCtrl', { fwBootImage: 0 })).error.message).toBe('');
    await startsAgain();
  });

  it('is refused where it would come to lie, and leaves a switch that starts', async () => {
    await mounted('8m');
    expect(await upload(4_000_000)).toBe('Not enough flash.');
    await startsAgain();
  });

  it('is refused where it is fetched, and leaves a switch that starts', async () => {
    // Each block of 512 octets waits for the one before it: a small flash is full soon, however busy the machine is.
    await mounted('1m');
    writeFileSync(join(folder, 'large.bin'), bundleOf('9.0.0', { size: 2_000_000 }), { mode: 0o644 });
    serve();
    await fetchFirmware('large.bin', { fwRetryCount: 5 });
    await expect.poll(state, patience).toMatchObject({ fwOperStatus: 7, fwLastError: 'Not enough flash.' });
    await startsAgain();
  });
});
