import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { bundled } from '../../tests/bundled.ts';

const program = bundled(fileURLToPath(new URL('../../tests/agent/failing-thread.ts', import.meta.url)));

/** A start takes its time on a busy machine. */
const patience = { timeout: 30_000 };

let worker: Worker | undefined;
let directory: string | undefined;

afterEach(async () => {
  await worker?.terminate();
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
});

/** Starts a thread, and takes down what it says and how it ends. */
function run(failure?: 'promise' | 'event') {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-thread-'));
  const thread = new Worker(program, { workerData: { directory, failure } });
  const told: string[] = [];
  thread.on('message', (message: unknown) => {
    if (typeof message === 'object' && message !== null) told.push(String(Reflect.get(message, 'kind')));
  });
  thread.on('error', (error) => {
    told.push(error.message);
  });
  worker = thread;
  return { thread, count: (kind: string) => told.filter((one) => one === kind).length };
}

test.each([
  ['a promise that nobody waits for', 'promise'],
  ['an event of a socket', 'event'],
] as const)('a service that fails in %s is started again, and the switch goes on', async (_what, failure) => {
  const { thread, count } = run(failure);
  await expect.poll(() => count('ready'), patience).toBe(1);
  await expect
    .poll(() => {
      thread.postMessage('advance');
      return count('started');
    }, patience)
    .toBeGreaterThan(2);
  expect(count('boom')).toBe(0);
});

test('what fails outside of any service ends the thread', async () => {
  const { thread, count } = run();
  await expect.poll(() => count('ready'), patience).toBe(1);
  thread.postMessage('fail');
  await expect.poll(() => count('boom'), patience).toBe(1);
});
