import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { softwareVersion } from '../device/software-version.ts';

// What is installed is what the build made, and nothing else: no package.json, no node_modules.

const dist = fileURLToPath(new URL('../dist', import.meta.url));
let place = '';
let running: ChildProcess | undefined;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'faceplate-alone-'));
  for (const name of ['device', 'cloud']) cpSync(join(dist, name), join(place, name), { recursive: true });
});

afterEach(async () => {
  if (!running || running.exitCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
});

afterAll(() => rmSync(place, { recursive: true }));

/** Starts a program of the copy; resolves when it listens, rejects with what it said where it ends instead. */
async function listening(program: string, ...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [join(place, program), ...words], { cwd: place });
  running = child;
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  for await (const line of createInterface(child.stdout)) if (line.startsWith('Listening on')) return line;
  if (child.exitCode === null) await once(child, 'close');
  throw new Error(said.join(''));
}

test('the agent knows its version and starts', async () => {
  const { stdout } = spawnSync(join(place, 'device', 'faceplate'), ['--version'], { encoding: 'utf8' });
  expect(stdout).toBe(`faceplate ${softwareVersion}\n`);
  const data = join(place, 'agent-data');
  expect(await listening('device/main.cjs', '--listen', '127.0.0.1:0', '--data', data)).toMatch(/^Listening on http:/);
});

test('the cloud starts on a database in a file', async () => {
  const words = ['--listen', '127.0.0.1:0', '--switches', '127.0.0.1:0', '--data', join(place, 'cloud-data')];
  expect(await listening('cloud/main.cjs', ...words)).toMatch(/^Listening on http:/);
});

test('the cloud has what it needs for NATS and PostgreSQL, and says which of them does not answer', async () => {
  const places = ['--bus', 'nats://127.0.0.1:1', '--store', 'postgres://127.0.0.1:1/none'];
  const started = listening('cloud/main.cjs', '--switches', '127.0.0.1:0', ...places);
  await expect(started).rejects.toThrow(/^The store at postgres:.* cannot be used: .*ECONNREFUSED/);
});
