// @long-running
import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endProcess } from '../end-process.ts';
import { AgentClient } from './agent-client.ts';
import { agentProgram } from './agent-program.ts';

const started: ChildProcess[] = [];
/** What each has said on its error output so far. */
const errorsOf = new Map<ChildProcess | undefined, () => string>();
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-process-'));
});

afterEach(async () => {
  // Until it is gone it may write into its folder.
  await Promise.all(started.splice(0).map((child) => endProcess(child, 'SIGKILL')));
  rmSync(directory, { recursive: true, force: true });
});

/** Runs the agent as a process of its own until it says where it listens, or ends. */
async function run(words: readonly string[], password: string | undefined = 'first-Passw0rd', further = {}) {
  const environment: NodeJS.ProcessEnv = { ...process.env, ...further };
  delete environment.FACEPLATE_INITIAL_PASSWORD;
  if (password !== undefined) environment.FACEPLATE_INITIAL_PASSWORD = password;
  const child = spawn(process.execPath, [agentProgram, '--data', directory, ...words], { env: environment });
  started.push(child);
  let output = '';
  let errors = '';
  errorsOf.set(child, () => errors);
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const listening = new Promise<string>((resolve) => {
    child.stdout.on('data', (text) => {
      output += text;
      const address = /^Listening on (\S+?)\/$/m.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.stderr.on('data', (text) => {
      errors += text;
    });
  });
  const origin = await Promise.race([listening, exit.then(() => '')]);
  return { child, exit, origin, output: () => output, errors: () => errors };
}

const local = ['--listen', '127.0.0.1:0'];

describe('the agent as a process', { timeout: 90_000 }, () => {
  test('prints a random first password once, and it is the one that logs in', async () => {
    const first = await run(local, '');
    const password = /password (\S{16})\n/.exec(first.output())?.[1] ?? '';
    expect(await new AgentClient(first.origin).login(password)).toBe(0);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);

    const second = await run(local, '');
    expect(second.output()).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+\/\n$/);
    expect(await new AgentClient(second.origin).login(password)).toBe(0);
  });

  test('writes its log to the journal with priorities, and the first password to a file instead', async () => {
    const journal = join(directory, 'journal');
    const descriptor = openSync(journal, 'w');
    const { dev, ino } = fstatSync(descriptor);
    const environment: NodeJS.ProcessEnv = { ...process.env, JOURNAL_STREAM: `${dev}:${ino}` };
    delete environment.FACEPLATE_INITIAL_PASSWORD;
    const data = join(directory, 'data');
    const child = spawn(process.execPath, [agentProgram, '--data', data, ...local], {
      env: environment,
      stdio: ['ignore', descriptor, 'ignore'],
    });
    started.push(child);
    closeSync(descriptor);
    const written = () => readFileSync(journal, 'utf8');
    const holds = (pattern: RegExp) => vi.waitUntil(() => pattern.exec(written()), { timeout: 60_000, interval: 50 });
    const [, origin = ''] = await holds(/^Listening on (\S+?)\/$/m);
    const password = readFileSync(join(data, 'first-password'), 'utf8').trim();
    expect(statSync(join(data, 'first-password')).mode & 0o777).toBe(0o600);
    const client = new AgentClient(origin);
    expect(await client.login('wrong')).toBe(8702);
    expect(await client.login(password)).toBe(0);
    await client.set('system', { sysName: 'journal' });
    await holds(/^<4>[0-9a-f]{8} Login from 127\.0\.0\.1 failed\.$/m);
    await holds(/^<5>[0-9a-f]{8} admin: .*journal/m);
    expect(written()).not.toContain(password);
    for (const line of written().trimEnd().split('\n')) expect(line).toMatch(/^(?:<\d>|Listening on )/);
  });

  test('comes back after kill -9 with what was saved, and nothing that was not', async () => {
    const first = await run(local);
    const client = new AgentClient(first.origin);
    await client.login('first-Passw0rd');
    await client.set('dot1dTp', { dot1dTpAgingTime: 222 });
    await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    await expect.poll(() => client.read('sysConfig')).toMatchObject({ configOperStatus: 1 });
    await client.set('dot1dTp', { dot1dTpAgingTime: 333 });
    first.child.kill('SIGKILL');
    await first.exit;

    // As `faceplate-boot` starts it then.
    const second = await run(local, 'first-Passw0rd', { FACEPLATE_CRASHED: 'yes' });
    const again = new AgentClient(second.origin);
    await again.login('first-Passw0rd');
    expect(await again.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 222 });
    expect(await again.read('sysRebootCtrl')).toMatchObject({ lastRebootCause: 5 });
  });

  test('answers 503 while it reboots, and comes back with the saved configuration', async () => {
    const { origin } = await run(local);
    const client = new AgentClient(origin);
    await client.login('first-Passw0rd');
    await client.set('dot1dTp', { dot1dTpAgingTime: 333 });
    expect((await client.set('sysRebootCtrl', { rebootType: 1 })).error.code).toBe(0);
    const status = async () => (await client.get('/')).status;
    await expect.poll(status, { interval: 10 }).toBe(503);
    await expect.poll(status).toBe(200);
    expect((await client.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(4294967295);
    await client.login('first-Passw0rd');
    expect(await client.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 300 });
    expect(await client.read('sysRebootCtrl')).toMatchObject({ lastRebootCause: 2, rebootCount: 2 });
  });

  test('waits for a port that is in use, and listens once it is free', async () => {
    const first = await run(local);
    const other = mkdtempSync(join(tmpdir(), 'faceplate-process-'));
    const waiting = run(['--listen', first.origin.replace('http://', ''), '--data', other]);
    await expect
      .poll(() => started.length > 1 && errorsOf.get(started[1])?.())
      .toMatch(/^Cannot listen on 127\.0\.0\.1, port \d+ yet: the port is already in use\.\n$/);
    first.child.kill('SIGTERM');
    await first.exit;
    const { origin, child } = await waiting;
    expect(origin).toBe(first.origin);
    expect(await new AgentClient(origin).login('first-Passw0rd')).toBe(0);
    await endProcess(child, 'SIGKILL');
    rmSync(other, { recursive: true, force: true });
  });

  test('starts where its folder cannot be made, lets its owner in, and says so in the log', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const { origin } = await run([...local, '--data', join(file, 'data')]);
    const client = new AgentClient(origin);
    expect(await client.login('first-Passw0rd')).toBe(0);
    const log = JSON.stringify(await client.read('syslogMsgEntry'));
    expect(log).toContain('folder cannot be prepared');
    expect(log).toContain('until the next start the MAC address is');
    await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    await expect.poll(() => client.read('sysConfig')).toMatchObject({ configOperStatus: 2 });
  });

  test('says that a real switch of other options goes on forwarding beside a simulated one', async () => {
    mkdirSync(join(directory, 'openvswitch'), { recursive: true });
    const { errors } = await run(local);
    expect(errors()).toBe(
      'An Open vSwitch that was started with other options goes on forwarding; --remove takes it away.\n',
    );
  });

  test('says in one sentence what it cannot do', async () => {
    await run(local);
    const second = await run(local);
    expect(await second.exit).toBe(1);
    expect(second.errors()).toBe(`The folder ${directory} is already used by another agent.
`);
    const other = ['--data', join(directory, 'other')];
    const scenario = await run([...local, ...other, '--scenario', join(directory, 'none.json')]);
    expect(await scenario.exit).toBe(1);
    expect(scenario.errors()).toMatch(/^--scenario .*: the file cannot be read\.\n$/);
  });
});
