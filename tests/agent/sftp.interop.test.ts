import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import { sshState } from '../../features/system/ssh/slots.ts';
import { bundleOf, startBootedAgent } from '../../features/tools/firmware-upgrade/testing.ts';
import type { AgentClient } from './agent-client.ts';
import { PASSWORD, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-sftp-'));
  writeFileSync(join(folder, 'ask'), '#!/bin/sh\necho "$ANSWER"\n', { mode: 0o700 });
  agent = await startBootedAgent();
  client = await agent.signedIn();
  await client.set('system', { sysName: 'core' });
  await client.set('sshCtrl', { sshState: 1 });
  await vi.waitFor(() => expect(agent.running.context.slots.get(sshState).listening).toHaveLength(1));
});

afterAll(async () => {
  await agent.close();
  rmSync(folder, { recursive: true, force: true });
});

const options = ['-F', 'none', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'];

/** Runs a client of OpenSSH in the folder; resolves to its exit status and what it printed. */
async function runs(name: 'sftp' | 'scp', words: readonly string[], input = '') {
  // The allowance for handshakes fills up over time.
  agent.clock.advance(10_000);
  const port = agent.running.context.slots.get(sshState).listening[0]?.split(':').at(-1) ?? '';
  const child = spawn(name, [...options, '-o', 'PubkeyAuthentication=no', '-P', port, ...words], {
    cwd: folder,
    env: { ...process.env, SSH_ASKPASS: join(folder, 'ask'), SSH_ASKPASS_REQUIRE: 'force', ANSWER: PASSWORD },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, output };
}

const sftp = (...commands: readonly string[]) => runs('sftp', ['admin@127.0.0.1'], `${commands.join('\n')}\n`);
const systemName = async () => Object(await client.read('system')).sysName;
const logged = () => agent.running.context.log.entries().map(englishOf);
const at = (name: string) => join(folder, name);

test('sftp lists the files, and fetches configuration and log', async () => {
  agent.running.context.log.write(4, { text: 'fan 1 stands still' });
  const { status, output } = await sftp('ls', 'get config', 'get log.txt', 'get /etc/passwd', 'mkdir x');
  expect(output).toMatch(/config +firmware +log\.txt/);
  expect(readFileSync(at('config'), 'utf8')).toContain('core');
  expect(readFileSync(at('log.txt'), 'utf8')).toContain('fan 1 stands still');
  expect(existsSync(at('passwd'))).toBe(false);
  expect([status, readdirSync(folder).sort()]).toEqual([0, ['ask', 'config', 'log.txt']]);
});

test('scp sends a configuration back, which is in force once it was checked and judged, and not saved', async () => {
  writeFileSync(at('other'), readFileSync(at('config'), 'utf8').replaceAll('"core"', '"edge"'));
  expect(readFileSync(at('other'), 'utf8')).not.toBe(readFileSync(at('config'), 'utf8'));
  const { status, output } = await runs('scp', ['other', 'admin@127.0.0.1:config']);
  expect(status, output).toBe(0);
  expect(await systemName()).toBe('edge');
  expect(agent.running.context.startup().toString()).not.toContain('edge');
});

test('scp -O moves the same files by its old protocol, with the same checks', async () => {
  const fetched = await runs('scp', ['-O', '-p', 'admin@127.0.0.1:config', 'old']);
  expect([fetched.status, fetched.output]).toEqual([0, expect.anything()]);
  expect(readFileSync(at('old'), 'utf8')).toContain('"edge"');
  expect((await runs('scp', ['-O', 'admin@127.0.0.1:/log.txt', '.'])).status).toBe(0);
  expect(readFileSync(at('log.txt'), 'utf8')).toContain('fan 1 stands still');
  writeFileSync(at('config'), readFileSync(at('old'), 'utf8').replaceAll('"edge"', '"roof"'));
  const sent = await runs('scp', ['-O', '-p', 'config', 'admin@127.0.0.1:/']);
  expect(sent.status, sent.output).toBe(0);
  expect(await systemName()).toBe('roof');
  writeFileSync(at('half'), readFileSync(at('old'), 'utf8').slice(0, -40));
  for (const [words, reason] of [
    [['half', 'admin@127.0.0.1:config'], /scp: ./],
    [['old', 'admin@127.0.0.1:log.txt'], /scp: This file can only be read\./],
    [['old', 'admin@127.0.0.1:/etc/passwd'], /scp: No such file\./],
    [['admin@127.0.0.1:firmware', 'old'], /scp: This file can only be sent\./],
  ] as const) {
    const { status, output } = await runs('scp', ['-O', ...words]);
    expect(status, words.join(' ')).not.toBe(0);
    expect(output).toMatch(reason);
  }
  expect(await systemName()).toBe('roof');
  expect(logged().some((line) => /^config sent by .* over SCP refused: ./.test(line))).toBe(true);
  writeFileSync(at('other'), readFileSync(at('old')));
  expect((await runs('scp', ['-O', 'other', 'admin@127.0.0.1:config'])).status).toBe(0);
});

test('a file that is none is refused as the page refuses it, and the log says why', async () => {
  writeFileSync(at('broken'), readFileSync(at('config'), 'utf8').slice(0, -40));
  const { status } = await runs('scp', ['broken', 'admin@127.0.0.1:config']);
  expect(status).not.toBe(0);
  expect(await systemName()).toBe('edge');
  expect(logged().find((line) => line.startsWith('config sent by '))).toMatch(/over SFTP refused: ./);
  const wrong = await sftp('put broken log.txt', 'put broken other');
  expect(wrong.output).toMatch(/log\.txt.*Permission denied/s);
  expect(wrong.output).toMatch(/other.*No such file/s);
});

test('firmware is checked like on its page, and waits in its slot for a restart', async () => {
  writeFileSync(at('9.1.bundle'), bundleOf('9.1'));
  const { status, output } = await runs('scp', ['9.1.bundle', 'admin@127.0.0.1:firmware']);
  expect(status, output).toBe(0);
  expect(Object(await client.read('fwImageEntry'))).toMatchObject([{ fwImageVersion: '9.1' }, {}]);
  writeFileSync(at('9.2.bundle'), bundleOf('9.2').fill(1, 2000, 2100));
  expect((await runs('scp', ['9.2.bundle', 'admin@127.0.0.1:firmware'])).status).not.toBe(0);
  expect(JSON.stringify(await client.read('fwImageEntry'))).not.toContain('9.2');
  expect(agent.reboots()).toBe(0);
});
