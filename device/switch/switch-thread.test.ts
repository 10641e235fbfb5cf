import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { SwitchThread } from './switch-thread.ts';

// A switch that answers `globals` with its number, dies on `constants`, reboots on `publicKey` and never answers `call`.
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const take = ({ kind, messages, id, method }) => {
    if (kind === 'together') messages.forEach(take);
    if (kind === 'stop') process.exit(0);
    if (method === 'globals') parentPort.postMessage({ kind: 'reply', id, answer: String(workerData) });
    if (method === 'constants') throw new Error('out of luck');
    if (method === 'publicKey') {
      parentPort.postMessage({ kind: 'event', name: 'reboot' });
      parentPort.postMessage({ kind: 'reply', id, answer: 'soon' });
    }
  };
  parentPort.on('message', take);
  parentPort.postMessage(workerData === 'broken' ? { kind: 'failed', reason: 'No ports.' } : { kind: 'ready' });
`;

let thread: SwitchThread | undefined;

afterEach(() => thread?.stop());

function startThread(broken = false, clock?: ManualClock) {
  const starts: boolean[] = [];
  const told = { restarted: vi.fn(async () => {}), crashed: vi.fn(), failed: vi.fn() };
  thread = new SwitchThread({
    start({ crashed }) {
      starts.push(crashed);
      return new Worker(program, { eval: true, workerData: broken ? 'broken' : starts.length });
    },
    events: {
      addresses() {},
      names() {},
      sources() {},
      knownSource() {},
      console() {},
      ownCertificate() {},
      epoch() {},
      initialPassword() {},
    },
    ...told,
    ...(clock && { clock }),
  });
  return { thread, starts, told };
}

test('a switch that crashes is started again, and told so', async () => {
  const { thread, starts, told } = startThread();
  await thread.start();
  expect(await thread.backend.globals(undefined)).toBe('1');
  const waiting = thread.backend.call({
    gambit: '',
    cookie: '',
    rpc: '',
    arrival: { localAddress: '', localPort: 0, remoteAddress: '', secure: false, epoch: 0 },
  });
  await expect(thread.backend.constants({ cookie: undefined })).rejects.toThrow(/not available/);
  await expect(waiting).rejects.toThrow(/not available/);
  await expect.poll(() => thread.backend.globals(undefined).catch(() => '')).toBe('2');
  expect(starts).toEqual([false, true]);
  expect(told.crashed).toHaveBeenCalledExactlyOnceWith('out of luck');
});

test('a switch that wants to reboot answers first, and starts with nothing said of a crash', async () => {
  const { thread, starts, told } = startThread();
  await thread.start();
  expect(await thread.backend.publicKey(undefined)).toBe('soon');
  await expect.poll(() => thread.backend.globals(undefined).catch(() => '')).toBe('2');
  expect(starts).toEqual([false, false]);
  expect(told.restarted).toHaveBeenCalledOnce();
  expect(told.crashed).not.toHaveBeenCalled();
});

test('the pause after a crash grows, and is the first one again after a good run', async () => {
  const clock = new ManualClock();
  const { thread, told } = startThread(false, clock);
  await thread.start();
  const pauseAfterCrash = async () => {
    const { crashed, restarted } = told;
    const [crashes, restarts] = [crashed.mock.calls.length, restarted.mock.calls.length];
    await thread.backend.constants({ cookie: undefined }).catch(() => undefined);
    await expect.poll(() => crashed.mock.calls.length).toBe(crashes + 1);
    let waited = 0;
    for (; restarted.mock.calls.length === restarts; waited += 250) {
      clock.advance(250);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => thread.backend.globals(undefined).catch(() => '')).not.toBe('');
    return waited;
  };
  expect([await pauseAfterCrash(), await pauseAfterCrash(), await pauseAfterCrash()]).toEqual([250, 500, 1000]);
  clock.advance(299_999);
  expect(await pauseAfterCrash()).toBe(2000);
  clock.advance(300_000);
  expect([await pauseAfterCrash(), await pauseAfterCrash()]).toEqual([250, 500]);
});

test('a switch that cannot start says why', async () => {
  const { thread } = startThread(true);
  await expect(thread.start()).rejects.toThrow('No ports.');
  await expect(thread.backend.globals(undefined)).rejects.toThrow(/not available/);
});

test('calls beyond a bound are turned away instead of piling up', async () => {
  const { thread } = startThread();
  await thread.start();
  const arrival = { localAddress: '', localPort: 0, remoteAddress: '', secure: false, epoch: 0 };
  const calls = Array.from({ length: 300 }, () =>
    thread.backend.call({ gambit: '', cookie: '', rpc: '', arrival }).catch(() => 'turned away'),
  );
  const turnedAway = await Promise.all(calls.slice(256));
  expect(new Set(turnedAway)).toEqual(new Set(['turned away']));
});
