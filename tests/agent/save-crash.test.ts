// @long-running
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import { keptSources } from '../../device/sessions/known-browsers.ts';
import { bundled } from '../bundled.ts';
import { CutFiles, SAVED_FILES } from './cut-files.ts';
import { confirmRestore, prepareRestore, putWhole, readWhole } from './restoring.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

/** Does something on what is there, to be killed at a file operation of it (see the child). */
const run = (what: 'start' | 'save' | 'reset' | 'restore', at: number, how = '') =>
  spawnSync(process.execPath, [bundled(child), directory, what, String(at), how], { encoding: 'utf8' });

const child = fileURLToPath(new URL('save-crash-child.ts', import.meta.url));
/** The source of a login that is remembered while a save goes on. */
const ELSEWHERE = '192.0.2.9';
const OLD = 111;
const NEW = 222;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-crash-'));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Starts with the existing files, and returns the aging time that the device came up with. */
async function ageingTimeAfterStart(): Promise<unknown> {
  const agent = await startTestAgent({ directory });
  const client = await agent.signedIn();
  const group = await client.read('dot1dTp');
  await agent.stop();
  return typeof group === 'object' && group !== null && 'dot1dTpAgingTime' in group
    ? group.dot1dTpAgingTime
    : undefined;
}

async function save(agent: TestAgent, dot1dTpAgingTime: number): Promise<void> {
  const client = await agent.signedIn();
  await client.set('dot1dTp', { dot1dTpAgingTime });
  await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await agent.running.context.flash.settled();
  await agent.running.context.journal.settled();
}

async function saveOld(): Promise<void> {
  const agent = await startTestAgent({ directory });
  await save(agent, OLD);
  await agent.stop();
}

/**
 * Saves the old value, then the new one up to a file operation. Resolves to whether it came to that: no operation of this agent does
 * anything more, as if its process had been killed, which would take a second for each.
 */
async function saveUntil(at: number, how: string): Promise<boolean> {
  let cut: (isCut: boolean) => void = () => {};
  const isCut = new Promise<boolean>((resolve) => {
    cut = resolve;
  });
  const files = new CutFiles(() => cut(true));
  const agent = await startTestAgent({ directory, files });
  await save(agent, OLD);
  files.cutAt(at, how === 'half', SAVED_FILES);
  // What else the agent writes meanwhile is no step of the save.
  void agent.running.context.keep(keptSources).save([ELSEWHERE]);
  const ended = await Promise.race([isCut, save(agent, NEW).then(() => false)]);
  // What it still wants to write never ends.
  void agent.stop();
  return ended;
}

/** Starts on what is there: the aging time, and of the history what its last change led to and how many points it has. */
async function historyAfterStart(): Promise<unknown> {
  const agent = await startTestAgent({ directory });
  const client = await agent.signedIn();
  const { dot1dTpAgingTime } = Object(await client.read('dot1dTp'));
  const entries = (await client.read('cfgHistoryEntry')) as { cfgHistoryKind: number; cfgHistoryWhat: string }[];
  const complaints = agent.running.context.log
    .entries()
    .map(englishOf)
    .filter((words) => words.includes('history'));
  await agent.stop();
  const changes = entries.filter(({ cfgHistoryKind }) => cfgHistoryKind === 1);
  const last = changes.at(-1)?.cfgHistoryWhat.replace(/^.*→ /, '');
  return {
    dot1dTpAgingTime,
    last,
    complaints,
    saves: entries.filter(({ cfgHistoryKind }) => cfgHistoryKind === 2).length,
  };
}

describe('the end during a save', () => {
  // The history and what the save comes to, then the changes beside the slot's file; of each: write, read back, rename, sync of the
  // folder, before it happens and half done. That file is read before.
  const points = Array.from({ length: 13 }, (_, at) => at + 1).flatMap((at) =>
    ['', 'half'].map((how): [number, string] => [at, how]),
  );

  test.each(points)('at file operation %s %s leaves the old configuration or the new one, whole', async (at, how) => {
    expect(await saveUntil(at, how)).toBe(true);
    const renamed = at > 12 || (at === 12 && how === 'half');
    expect(await ageingTimeAfterStart()).toBe(renamed ? NEW : OLD);
  });

  // The history follows the save: write, read back, rename, sync of the folder.
  const later = [14, 15, 16, 17].flatMap((at) => ['', 'half'].map((how): [number, string] => [at, how]));

  test.each(later)(
    'at file operation %s %s leaves the new one, and the history before or after it, whole',
    async (at, how) => {
      rmSync(directory, { recursive: true });
      expect(await saveUntil(at, how)).toBe(true);
      // A save that the history does not hold is a point from the next start on.
      const whole = { dot1dTpAgingTime: NEW, last: `${NEW} s`, saves: 2, complaints: [] };
      expect(await historyAfterStart()).toEqual(whole);
    },
  );

  test('after its last operation finds the new one', async () => {
    expect(await saveUntil(18, '')).toBe(false);
    expect(await ageingTimeAfterStart()).toBe(NEW);
  });
});

/** Restores a backup up to the middle of a file operation; resolves to whether it came to that. */
async function restoreUntil(at: number): Promise<boolean> {
  let cut: (isCut: boolean) => void = () => {};
  const isCut = new Promise<boolean>((resolve) => {
    cut = resolve;
  });
  const files = new CutFiles(() => cut(true));
  const agent = await startTestAgent({ directory, files });
  const client = await agent.signedIn();
  await putWhole(client, NEW, 'new');
  await prepareRestore(client, async () => {
    await putWhole(client, OLD, 'old');
    await save(agent, OLD);
  });
  files.cutAt(at, true, SAVED_FILES);
  const restored = confirmRestore(client).then(async () => {
    await expect.poll(agent.reboots).toBe(1);
    return false;
  });
  const ended = await Promise.race([isCut, restored]);
  restored.catch(() => {});
  void agent.stop();
  return ended;
}

async function wholeAfterStart(): Promise<string> {
  const agent = await startTestAgent({ directory });
  const found = await readWhole(await agent.signedIn());
  await agent.stop();
  return found;
}

test('the end in the middle of any file operation of a restore leaves the old configuration or that of the backup, whole', async () => {
  rmSync(directory, { recursive: true, force: true });
  const found: string[] = [];
  for (let at = 1; await restoreUntil(at); at += 1) found.push(await wholeAfterStart());
  expect(await wholeAfterStart()).toBe(`${NEW} new`);
  const kept = found.lastIndexOf(`${OLD} old`) + 1;
  expect(kept).toBeGreaterThan(2);
  expect(kept).toBeLessThan(found.length);
  expect(found).toEqual(found.map((_, at) => (at < kept ? `${OLD} old` : `${NEW} new`)));
});

/** Resets to the factory's settings up to a file operation; resolves to whether it came to that. */
async function resetUntil(at: number): Promise<boolean> {
  let cut: (isCut: boolean) => void = () => {};
  const isCut = new Promise<boolean>((resolve) => {
    cut = resolve;
  });
  const files = new CutFiles(() => cut(true));
  const agent = await startTestAgent({ directory, files });
  const client = await agent.signedIn();
  files.cutAt(at, false);
  const reset = client.set('sysRebootCtrl', { rebootType: 4 }).then(async () => {
    await expect.poll(agent.reboots).toBe(1);
    return false;
  });
  const ended = await Promise.race([isCut, reset]);
  reset.catch(() => {});
  void agent.stop();
  return ended;
}

/** Expects the old configuration unless the reset was decided, and the factory's settings if it was. */
async function expectNoneOrAll(): Promise<void> {
  const isDecided = existsSync(join(directory, 'factory-reset'));
  expect(await ageingTimeAfterStart()).toBe(isDecided ? 300 : OLD);
  expect(existsSync(join(directory, 'factory-reset'))).toBe(false);
}

test.each([3, 6, 12, 14])('the end at file operation %s of a factory reset: none of it, or all', async (at) => {
  rmSync(directory, { recursive: true, force: true });
  await saveOld();
  expect(await resetUntil(at)).toBe(true);
  await expectNoneOrAll();
});

describe('kill -9 on a real disk', () => {
  // Every operation is tried above, and on modelled files (tests/faults): these are to show that those are like the real ones.
  test.each([
    [13, '', OLD],
    [13, 'half', NEW],
  ])('at file operation %s %s of a save: the old configuration or the new one, whole', async (at, how, expected) => {
    rmSync(directory, { recursive: true });
    await saveOld();
    expect(run('save', at, how).signal).toBe('SIGKILL');
    expect(await ageingTimeAfterStart()).toBe(expected);
  });

  test('at a file operation of a restore: the old configuration or that of the backup, whole', async () => {
    rmSync(directory, { recursive: true, force: true });
    expect(run('restore', 8, 'half').signal).toBe('SIGKILL');
    expect([`${OLD} old`, `${NEW} new`]).toContain(await wholeAfterStart());
  });

  test.each([
    [14, ''],
    [22, 'half'],
  ])('at file operation %s %s of the first start: the next one is as good', async (at, how) => {
    rmSync(directory, { recursive: true });
    expect(run('start', at, how).signal).toBe('SIGKILL');
    expect(await ageingTimeAfterStart()).toBe(300);
  });

  test('in a factory reset: none of it, or all', async () => {
    await saveOld();
    expect(run('reset', 6).signal).toBe('SIGKILL');
    await expectNoneOrAll();
  });
});
