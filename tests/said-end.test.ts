import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { agentProgram } from './agent/agent-program.ts';
import { cloudProgram } from './cloud/cloud-process.ts';
import { endProcess } from './end-process.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-end-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Starts a program; `ended` resolves to how it ended, and to all that it said on standard error. */
function start(words: readonly string[]): { child: ChildProcess; ended: Promise<readonly unknown[]> } {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => endProcess(child, 'SIGKILL'));
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  return { child, ended: once(child, 'close').then(([code, signal]) => [signal ?? code, said]) };
}

it.each([
  ['The agent', agentProgram, []],
  ['The cloud', cloudProgram, ['--switches', '127.0.0.1:0']],
])('%s says so where it ends for no reason that it knows', async (who, program, words) => {
  const ending = join(directory, 'ending.cjs');
  writeFileSync(
    ending,
    `const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => (String(text).includes('Listening') ? process.exit(7) : write(text, ...rest));`,
  );
  const data = join(directory, 'data');
  const { ended } = start(['--require', ending, program, '--listen', '127.0.0.1:0', '--data', data, ...words]);
  expect(await ended).toEqual([7, `${who} ended unexpectedly, with 7.\n`]);
});

it('the cloud says so where it is asked to end before it listens', async () => {
  const store = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void store.close());
  await once(store, 'listening');
  const { port } = store.address() as AddressInfo;
  const kept = ['--store', `postgres://fleet:secret@127.0.0.1:${port}/fleet`, '--bus', `nats://a:b@127.0.0.1:${port}`];
  const { child, ended } = start([cloudProgram, '--listen', '127.0.0.1:0', '--switches', '127.0.0.1:0', ...kept]);
  const [asked] = await once(store, 'connection');
  onTestFinished(() => asked.destroy());
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, 'The cloud ended by SIGTERM before it listened.\n']);
});
