import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';

// A switch of one port whose service fails where no caller can catch it, and says each time that it was started.
const program = (failure: string) => `
  const { parentPort, workerData } = require('node:worker_threads');
  (async () => {
    const { register } = await import('tsx/esm/api');
    register();
    const at = (path) => import(workerData.root + path);
    const { runSwitchThread } = await at('device/switch/run-thread.ts');
    const { startSwitch } = await at('device/switch/switch.ts');
    const { ManualClock } = await at('datapath/clock.ts');
    const { VirtualDatapath } = await at('datapath/virtual/virtual-datapath.ts');
    const { login } = await at('features/login/device.ts');
    const clock = new ManualClock();
    const port = { number: 1, name: 'Port 1', media: 'copper', speeds: [1000], pse: false };
    const faulty = {
      name: 'faulty',
      reads: [],
      start(context) {
        parentPort.postMessage({ kind: 'started' });
        ${failure}
        return {};
      },
    };
    await runSwitchThread(parentPort, (events) =>
      startSwitch({
        features: [login, { objects: [], services: [faulty] }],
        datapath: new VirtualDatapath({ ports: [port], forwardingDatabaseSize: 16, mirrorSessions: 1, clock }),
        model: { name: 'TEG-082WS', maxVlans: 16 },
        directory: workerData.directory,
        clock,
        events,
        initialPassword: 'not used here',
        webVersion: '',
      }),
    );
    parentPort.on('message', (message) => {
      if (message === 'advance') clock.advance(1000);
      if (message === 'fail') throw new Error('boom');
    });
  })();
`;

/** Loading the sources takes its time on a busy machine. */
const patience = { timeout: 30_000 };

let worker: Worker | undefined;
let directory: string | undefined;

afterEach(async () => {
  await worker?.terminate();
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
});

/** Starts a thread, and takes down what it says and how it ends. */
function run(failure: string) {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-thread-'));
  const root = new URL('../../', import.meta.url).href;
  const thread = new Worker(program(failure), { eval: true, workerData: { root, directory } });
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
  ['a promise that nobody waits for', "void Promise.reject(new Error('boom'));"],
  ['an event of a socket', "setTimeout(() => { throw new Error('boom'); }, 1);"],
])('a service that fails in %s is started again, and the switch goes on', async (_what, failure) => {
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
  const { thread, count } = run('');
  await expect.poll(() => count('ready'), patience).toBe(1);
  thread.postMessage('fail');
  await expect.poll(() => count('boom'), patience).toBe(1);
});
