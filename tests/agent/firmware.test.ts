// @long-running
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FIRMWARE_UPLOAD } from '../../features/tools/firmware-upgrade/objects.ts';
import { agentBundle } from './agent-bundle.ts';
import { AgentClient } from './agent-client.ts';
import { agentProgram } from './agent-program.ts';

// The boot program, the agent and its bundles as they are shipped, in processes of their own.

const PASSWORD = 'first-Passw0rd';
const PATIENCE = { timeout: 60_000, interval: 100 };
const maker = generateKeyPairSync('ed25519');
const built = dirname(agentProgram);
let directory: string;
let boot: ChildProcess | undefined;
let said: string;
let exit: Promise<number | null>;
/** The boot program that has taken the place of one that was killed; 0 for none. */
let keeper = 0;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-firmware-'));
  const firmware = join(directory, 'firmware');
  mkdirSync(firmware);
  writeFileSync(join(firmware, 'firmware.pub'), maker.publicKey.export({ type: 'spki', format: 'pem' }));
});

afterEach(async () => {
  if (boot?.exitCode === null) {
    boot.kill('SIGTERM');
    await exit;
  }
  if (keeper > 0 && runs(keeper)) process.kill(keeper, 'SIGTERM');
  rmSync(directory, { recursive: true, force: true });
});

const listening = () => [...said.matchAll(/^Listening on (\S+?)\/$/gm)].map(([, origin]) => origin ?? '');

/** Starts the boot program, which gives a new image `patience` seconds; resolves once an agent listens. */
async function start(words: readonly string[] = [], patience = 60, node = process.execPath): Promise<AgentClient> {
  said = '';
  const all = ['--model', 'TEG-082WS', '--listen', '127.0.0.1:0', '--data', directory, ...words];
  const child = spawn(join(built, 'faceplate-boot'), all, {
    env: {
      ...process.env,
      NODE: node,
      FACEPLATE_INITIAL_PASSWORD: PASSWORD,
      FACEPLATE_START_TIME: String(patience),
    },
  });
  boot = child;
  exit = new Promise((resolve) => child.once('exit', resolve));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  return signedIn(1);
}

/** Signs in at the agent that listens as the `nth` since the start. */
async function signedIn(nth: number): Promise<AgentClient> {
  await expect.poll(() => listening().length, PATIENCE).toBe(nth);
  const client = new AgentClient(listening()[nth - 1] ?? '');
  expect(await client.login(PASSWORD)).toBe(0);
  return client;
}

const bundleOf = (version: string, program?: string) =>
  new Blob([new Uint8Array(agentBundle(maker.privateKey, version, { models: ['TEG-082WS'], program }))]);

async function upgrade(client: AgentClient, bundle: Blob): Promise<void> {
  expect((await client.set('fwUpgradeCtrl', { fwStart: 1, fwMethod: 1 })).error.message).toBe('');
  expect((await client.upload(FIRMWARE_UPLOAD, bundle)).error.message).toBe('');
}

async function stop(): Promise<void> {
  boot?.kill('SIGTERM');
  expect(await exit).toBe(0);
}

/** The processes that this one has started and that still run. */
function children(pid: number): number[] {
  try {
    const found = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return found === '' ? [] : found.split(' ').map(Number);
  } catch {
    return [];
  }
}

const runs = (pid: number) => existsSync(`/proc/${pid}/exe`);

test('a boot program that is killed is followed by another one, which starts the agent again, also into a slot', async () => {
  await start();
  const [first = 0] = children(boot?.pid ?? 0);
  boot?.kill('SIGKILL');
  await exit;
  const successor = async (agent: number) => {
    await expect.poll(() => children(agent), PATIENCE).toHaveLength(1);
    [keeper = 0] = children(agent);
    return keeper;
  };
  // Another one follows that one, too.
  process.kill(await successor(first), 'SIGKILL');
  await expect.poll(() => children(first), PATIENCE).toEqual([]);
  const third = await successor(first);
  expect(listening()).toHaveLength(1);
  process.kill(first, 'SIGKILL');
  const again = await signedIn(2);
  expect(JSON.stringify(await again.read('syslogMsgEntry'))).toContain('cause: crash');

  const [second = 0] = children(third);
  process.kill(third, 'SIGKILL');
  const fourth = await successor(second);
  await upgrade(again, bundleOf('9.0.0'));
  const upgraded = await signedIn(3);
  expect(await upgraded.read('fwUpgradeCtrl')).toMatchObject({ fwRunningImage: 1 });
  expect(said.match(/ended unexpectedly/g)).toHaveLength(1);

  // Ending the agent ends it permanently.
  const [last = 0] = children(fourth);
  process.kill(fourth, 'SIGKILL');
  const fifth = await successor(last);
  process.kill(fifth, 'SIGTERM');
  await expect.poll(() => [fifth, last].filter(runs), PATIENCE).toEqual([]);
  expect(listening()).toHaveLength(3);
}, 180_000);

test('a boot program whose Node starts another process is followed only once it is killed', async () => {
  const node = join(directory, 'node');
  writeFileSync(node, `#!/bin/sh\n"${process.execPath}" "$@" &\ntrap 'kill $!' TERM\nwait $!\nwait $!\n`);
  chmodSync(node, 0o755);
  await start([], 60, node);
  const [wrapper = 0] = children(boot?.pid ?? 0);
  const [agent = 0] = children(wrapper);
  expect(agent).toBeGreaterThan(0);
  expect(children(agent)).toEqual([]);
  boot?.kill('SIGKILL');
  await expect.poll(() => children(agent), PATIENCE).toHaveLength(1);
  [keeper = 0] = children(agent);
});

describe('firmware in its slots', { timeout: 180_000 }, () => {
  test('is restarted into, stays over a restart, can be passed over, and is not started once it is damaged', async () => {
    const installed = await start();
    expect(await installed.read('fwUpgradeCtrl')).toMatchObject({ fwRunningImage: 0, fwRunningVersion: '0.1.0' });
    await upgrade(installed, bundleOf('9.0.0'));

    const upgraded = await signedIn(2);
    expect(await upgraded.read('fwUpgradeCtrl')).toMatchObject({ fwRunningImage: 1, fwRunningVersion: '9.0.0' });
    expect(await upgraded.read('sysRebootCtrl')).toMatchObject({ lastRebootCause: 3, rebootCount: 2 });
    await stop();

    const again = await start();
    expect(said).toContain('Firmware 9.0.0 of slot 1');
    expect(await again.read('fwUpgradeCtrl')).toMatchObject({ fwRunningImage: 1, fwNextImage: 1 });
    await stop();

    const passedOver = await start(['--installed']);
    expect(await passedOver.read('fwUpgradeCtrl')).toMatchObject({ fwRunningImage: 0, fwNextImage: 1 });
    await stop();

    writeFileSync(join(directory, 'firmware', 'slot-1', 'dist', 'device', 'worker.cjs'), 'x');
    const back = await start();
    expect(await back.read('fwUpgradeCtrl')).toMatchObject({ fwRunningImage: 0 });
    expect(JSON.stringify(await back.read('syslogMsgEntry'))).toContain('in slot 1 is damaged');
  });

  test('that does not come up is fallen back from, whatever is wrong with it, and the log says so', async () => {
    // One that hangs is given three seconds.
    let running = await start([], 3);
    const broken = [
      ['9.0.1', 'process.exit(1);'],
      ['9.0.2', 'this is not JavaScript'],
      ['9.0.3', 'setTimeout(() => { throw new Error("no"); }, 200);'],
      ['9.0.4', 'for (;;);'],
    ] as const;
    for (const [at, [version, program]] of broken.entries()) {
      await upgrade(running, bundleOf(version, program));
      running = await signedIn(at + 2);
      expect(await running.read('fwUpgradeCtrl'), program).toMatchObject({ fwRunningImage: 0, fwNextImage: 0 });
      expect(await running.read('fwImageEntry'), program).toContainEqual(
        expect.objectContaining({ fwImageState: 5, fwImageVersion: version }),
      );
      const log = JSON.stringify(await running.read('syslogMsgEntry'));
      expect(log).toMatch(
        new RegExp(`The firmware ${version} in slot [12] failed to start; the former one was started\\.`),
      );
    }
  });
});
