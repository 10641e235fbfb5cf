import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mustRun } from '../namespaces/command.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { killed } from '../namespaces/namespace.ts';
import { agentProgram } from './agent-program.ts';
import { DistantClient } from './distant-client.ts';

const PASSWORD = 'first-Passw0rd';
const ADDRESS = '192.168.10.200';

/** The administrator is at port 1; what the switch is there for goes on between ports 2 and 3. */
let lab: Lab;
/** A file system of the agent's own. */
let directory: string;
let agent: ChildProcess | undefined;
let said = '';
let client: DistantClient;

beforeEach(async () => {
  lab = await createLab({ ports: 3 });
  for (const port of [1, 2, 3]) await lab.host(port).address(`192.168.10.${port}/24`);
  await lab.host(1).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  directory = mkdtempSync(join(tmpdir(), 'faceplate-read-only-'));
  await mustRun('mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', directory);
});

afterEach(async () => {
  await stop();
  await lab.close();
  await mustRun('umount', directory);
  rmSync(directory, { recursive: true, force: true });
});

const options = () => ['--datapath', 'openvswitch', '--ports', lab.ports.join(','), '--data', directory];

async function start(): Promise<void> {
  said = '';
  const started = lab.switch.spawn(process.execPath, [agentProgram, '--listen', `${ADDRESS}:443`, ...options()], {
    env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  agent = started;
  for (const stream of [started.stdout, started.stderr]) {
    stream?.on('data', (text) => {
      said += text;
    });
  }
  const listens = () => expect(said).toContain(`Listening on https://${ADDRESS}:443/`);
  await vi.waitFor(listens, { timeout: 60_000, interval: 100 });
  client = new DistantClient(lab.host(1).namespace, ADDRESS);
  await vi.waitFor(async () => expect(await client.login(PASSWORD)).toBe(0), { timeout: 30_000, interval: 200 });
}

/** Ends the agent and all that it made. */
async function stop(): Promise<void> {
  if (!agent) return;
  const gone = once(agent, 'exit');
  agent.kill('SIGTERM');
  await gone;
  agent = undefined;
  await lab.switch.exec(process.execPath, agentProgram, '--remove', ...options());
}

const remount = (how: 'ro' | 'rw') => mustRun('mount', '-o', `remount,${how}`, directory);
const log = async () => JSON.stringify(await client.read('syslogMsgEntry'));

async function save(): Promise<number> {
  expect((await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 })).error.code).toBe(0);
  const status = async () => Number(Reflect.get(Object(await client.read('sysConfig')), 'configOperStatus'));
  await expect.poll(status).not.toBe(3);
  return status();
}

/** The switch does all that it is there for but keeping. */
async function worksAndSaysSo(): Promise<void> {
  expect(await lab.host(2).reaches('192.168.10.3', 20)).toBe(true);
  expect((await client.set('dot1dTp', { dot1dTpAgingTime: 444 })).error.code).toBe(0);
  expect(await save()).not.toBe(1);
  expect(await client.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 444 });
  expect(await log()).toContain(
    "Open vSwitch stores its files outside the agent's folder, because the flash is read-only.",
  );
  expect(await log()).toContain('because the flash is read-only');
}

test('a folder that can only be read, from the first start on: the switch starts, forwards, is managed, and says so', async () => {
  await remount('ro');
  await start();
  await worksAndSaysSo();
  await stop();
  expect(readdirSync(directory)).toEqual([]);
});

test('a folder that can only be read after a crash: the switch is as it was saved, and keeps again once it can', async () => {
  await start();
  expect((await client.set('dot1dTp', { dot1dTpAgingTime: 333 })).error.code).toBe(0);
  expect(await save()).toBe(1);
  // The daemons of its own have files open there: the host that comes up again has none.
  await stop();
  await remount('ro');
  await start();
  expect(await client.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 333 });
  await worksAndSaysSo();
  if (agent) await killed(agent);
  await remount('rw');
  // Open vSwitch went on elsewhere, and is found there.
  await start();
  expect(await lab.host(2).reaches('192.168.10.3', 20)).toBe(true);
  expect(existsSync(join(directory, 'openvswitch', 'conf.db'))).toBe(false);
  expect((await client.set('dot1dTp', { dot1dTpAgingTime: 555 })).error.code).toBe(0);
  expect(await save()).toBe(1);
});
