import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { DeviceKey } from './device-key.ts';
import { type FlashFiles, hostFiles } from './flash-files.ts';
import { type Keepable, Keeper } from './keeper.ts';

const numbers = (version = 1): Keepable<readonly number[]> => ({
  name: 'some-numbers',
  version,
  write: (value) => value,
  read: (json) => (Array.isArray(json) && json.every((one) => typeof one === 'number') ? json : undefined),
});

let directory: string;
let files: FlashFiles;
let log: LogBuffer;
let key: DeviceKey;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-keep-'));
  files = hostFiles;
  log = new LogBuffer(new DeviceWallClock(new ManualClock(), () => 0));
  key = await DeviceKey.load(files, join(directory, 'device-key'), log);
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Stored values, as a start of the agent finds them. */
const anew = (version?: number) => new Keeper(files, directory, log, key).keep(numbers(version));
const messages = () => log.entries().map(englishOf);
const file = () => join(directory, 'some-numbers.kept');

test('what was saved is there after a start, and nothing is where nothing was or all was removed', async () => {
  const kept = anew();
  expect(await kept.load()).toBeUndefined();
  await kept.save([1, 2]);
  expect(await kept.load()).toEqual([1, 2]);
  expect(await anew().load()).toEqual([1, 2]);
  await kept.remove();
  expect(await anew().load()).toBeUndefined();
  expect(messages()).toEqual([]);
});

test('it is known which names something is kept under, without reading what', async () => {
  await anew().save([1]);
  const keeps = await new Keeper(files, directory, log, key).keeps();
  expect(['some-numbers', 'other-numbers'].map(keeps)).toEqual([true, false]);
});

test('whoever asks for it is given the same place', async () => {
  const keeper = new Keeper(files, directory, log, key);
  const saving = keeper.keep(numbers()).save([1]);
  expect(await keeper.keep(numbers()).load()).toEqual([1]);
  await saving;
});

test('of what comes while a value is being written only the last is, and all hear when it is', async () => {
  let writes = 0;
  files = {
    ...hostFiles,
    write(path, content) {
      writes += 1;
      return hostFiles.write(path, content);
    },
  };
  const kept = anew();
  const first = kept.save([0]);
  await Promise.resolve();
  await Promise.resolve();
  const others = Array.from({ length: 100 }, (_, at) => kept.save([at + 1]));
  await Promise.all([first, ...others]);
  expect(writes).toBeLessThanOrEqual(2);
  expect(await kept.load()).toEqual([100]);
});

describe('a file that is damaged', () => {
  test.each<[string, (text: string) => string, string?]>([
    ['cut short', (text) => text.slice(0, -3)],
    ['changed', (text) => text.replace('[1,2]', '[1,3]')],
    ['empty', () => ''],
    ['without a header', (text) => text.slice(text.indexOf('\n') + 1), 'has an unknown format'],
    ['of something else', (text) => text.replace('some-numbers', 'other')],
    ['of another kind', (text) => text.replace('faceplate-kept', 'faceplate-configuration')],
    ['of a newer version', (text) => text.replace('"version":1', '"version":9')],
    ['of a version before the first', (text) => text.replace('"version":1', '"version":0')],
    ['of no version', (text) => text.replace('"version":1', '"version":"x"')],
  ])(
    '(%s) is set aside and said in the log, and the next one is kept again',
    async (_what, damage, fault = 'is damaged') => {
      await anew().save([1, 2]);
      const damaged = damage(readFileSync(file(), 'utf8'));
      writeFileSync(file(), damaged);
      expect(await anew().load()).toBeUndefined();
      expect(messages()).toEqual([`The stored file of some-numbers ${fault}; it was set aside.`]);
      expect(readFileSync(`${file()}.damaged`, 'utf8')).toBe(damaged);
      await anew().save([3]);
      expect(await anew().load()).toEqual([3]);
      expect(messages()).toHaveLength(1);
    },
  );

  test('in what its reader makes of it counts as damaged, too', async () => {
    await new Keeper(files, directory, log, key).keep({ ...numbers(), write: () => ['one'] }).save([1]);
    expect(await anew().load()).toBeUndefined();
    expect(messages()).toEqual(['The stored file of some-numbers is damaged; it was set aside.']);
  });

  test('beyond reading is said in the log', async () => {
    files = { ...hostFiles, read: () => Promise.reject(Object.assign(new Error('x'), { code: 'EIO' })) };
    expect(await anew().load()).toBeUndefined();
    expect(messages()).toEqual(['The stored data of some-numbers cannot be read, because the flash does not respond.']);
  });
});

test('an older version is read by its number', async () => {
  await anew(2).save([5]);
  const versions: number[] = [];
  const kept = new Keeper(files, directory, log, key).keep({
    ...numbers(3),
    read(_json, version) {
      versions.push(version);
      return [];
    },
  });
  await kept.load();
  expect(versions).toEqual([2]);
});

test.each(['write', 'rename'] as const)('a save that fails at %s says so and leaves the old value', async (step) => {
  await anew().save([1]);
  files = { ...hostFiles, [step]: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' })) };
  const kept = anew();
  await expect(kept.save([2])).rejects.toMatchObject({ code: 'ENOSPC' });
  files = hostFiles;
  expect(await anew().load()).toEqual([1]);
  expect(readdirSync(directory)).toEqual(['some-numbers.kept']);
});

test('it is settled when all that was asked for is done', async () => {
  const kept = anew();
  void kept.save([1]);
  await kept.settled();
  expect(readFileSync(file(), 'utf8')).toContain('[1]');
});

test('a save that fails does not keep the next one from being made', async () => {
  let fail = true;
  files = {
    ...hostFiles,
    write: (path, content) => (fail ? Promise.reject(new Error('once')) : hostFiles.write(path, content)),
  };
  const kept = anew();
  await expect(kept.save([1])).rejects.toThrow('once');
  fail = false;
  await kept.save([2]);
  expect(await kept.load()).toEqual([2]);
});

test('a value that cannot be written out fails alone', async () => {
  const kept = new Keeper(files, directory, log, key).keep({
    ...numbers(),
    write(value) {
      if (value.includes(13)) throw new Error('unlucky');
      return value;
    },
  });
  await expect(kept.save([13])).rejects.toThrow('unlucky');
  await kept.save([2]);
  expect(await kept.load()).toEqual([2]);
});

test('from a factory reset nothing is kept until the next start, without a complaint', async () => {
  let begun = () => {};
  const underWay = new Promise<void>((resolve) => {
    begun = resolve;
  });
  files = {
    ...hostFiles,
    write(path, content) {
      begun();
      return hostFiles.write(path, content);
    },
  };
  const keeper = new Keeper(files, directory, log, key);
  const kept = keeper.keep(numbers());
  void kept.save([1]);
  await underWay;
  await keeper.end();
  expect(readdirSync(directory)).toEqual(['some-numbers.kept']);
  rmSync(directory, { recursive: true });
  await kept.save([2]);
  expect(await kept.load()).toBeUndefined();
  expect(messages()).toEqual([]);
});

test('a folder that is missing is made with the first value that is kept', async () => {
  rmSync(directory, { recursive: true });
  await anew().remove();
  await anew().save([1]);
  expect(await anew().load()).toEqual([1]);
});

test('what a newer software keeps is not called damaged', async () => {
  await anew(9).save([1]);
  expect(await anew().load()).toBeUndefined();
  expect(messages()).toEqual([
    'The stored file of some-numbers has format 9, which this software does not read; it was set aside.',
  ]);
  expect(readFileSync(`${file()}.damaged`, 'utf8')).toContain('"version":9');
});

test('what is damaged and cannot be set aside is said to be damaged, and the next value takes its place', async () => {
  writeFileSync(file(), '');
  files = { ...hostFiles, rename: () => Promise.reject(Object.assign(new Error('x'), { code: 'EROFS' })) };
  expect(await anew().load()).toBeUndefined();
  expect(messages()).toEqual(['The stored file of some-numbers is damaged; it was set aside.']);
});

test('what is removed stays removed after a power cut: its folder is forced onto the disk', async () => {
  await anew().save([1]);
  const steps: string[] = [];
  files = {
    ...hostFiles,
    async remove(path) {
      steps.push(`remove ${path}`);
      await hostFiles.remove(path);
    },
    async syncFolder(path) {
      steps.push(`sync ${path}`);
      await hostFiles.syncFolder(path);
    },
  };
  await anew().remove();
  expect(steps).toEqual([`remove ${file()}`, `sync ${directory}`]);
});

test('what was removed and may not have reached the disk is forced onto it when its removal is asked for again', async () => {
  let synced = 0;
  files = {
    ...hostFiles,
    async syncFolder() {
      synced += 1;
      if (synced === 1) throw new Error('The flash does not answer.');
    },
  };
  await hostFiles.write(file(), '');
  const kept = anew();
  await expect(kept.remove()).rejects.toThrow('does not answer');
  await kept.remove();
  expect(synced).toBe(2);
  await kept.remove();
  expect(synced).toBe(2);
});

test('the first two encrypted values that are kept at one moment both find the key on flash', async () => {
  const sealed = (name: string): Keepable<readonly number[]> => ({ ...numbers(), name, sealed: true });
  const keeper = new Keeper(files, directory, log, key);
  await Promise.all([keeper.keep(sealed('one')).save([1]), keeper.keep(sealed('two')).save([2])]);
  const next = new Keeper(files, directory, log, await DeviceKey.load(files, join(directory, 'device-key'), log));
  expect(await next.keep(sealed('one')).load()).toEqual([1]);
  expect(await next.keep(sealed('two')).load()).toEqual([2]);
  expect(log.entries()).toEqual([]);
});

test('a key that is renewed while the former one is written is written, too', async () => {
  for (let turns = 0; turns < 4; turns += 1) {
    const path = join(directory, `device-key-${turns}`);
    const own = await DeviceKey.load(files, path, log);
    const writing = own.keep();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    own.renew();
    await writing;
    await own.keep();
    expect((await DeviceKey.load(files, path, log)).open(own.seal('secret', 'here'), 'here')).toBe('secret');
  }
});

test('a key that could not be written is written with the next value', async () => {
  let isFull = true;
  const write: FlashFiles['write'] = (...given) =>
    isFull ? Promise.reject(new Error('no space')) : files.write(...given);
  const own = await DeviceKey.load({ ...files, write }, join(directory, 'own-key'), log);
  await expect(own.keep()).rejects.toThrow('no space');
  isFull = false;
  await own.keep();
  const next = await DeviceKey.load(files, join(directory, 'own-key'), log);
  expect(next.open(own.seal('secret', 'here'), 'here')).toBe('secret');
});

test.each([
  [true, false],
  [false, true],
])('what an earlier version kept in clear text is encrypted at the start: %s', async (sealsAtStart, isClear) => {
  await anew().save([4711]);
  key = await DeviceKey.load(files, join(directory, 'device-key'), log, sealsAtStart);
  const sealed = new Keeper(files, directory, log, key).keep({ ...numbers(), sealed: true });
  expect(await sealed.load()).toEqual([4711]);
  expect(readFileSync(file(), 'utf8').includes('4711')).toBe(isClear);
  expect(await sealed.load()).toEqual([4711]);
});

test('a damaged key is set aside, one that cannot be read stays where it is, and both are said', async () => {
  const path = join(directory, 'device-key');
  await key.keep();
  const unreadable = { ...files, read: () => Promise.reject(Object.assign(new Error('x'), { code: 'EIO' })) };
  await DeviceKey.load(unreadable, path, log);
  expect(readdirSync(directory)).toEqual(['device-key']);
  writeFileSync(path, 'damaged');
  await DeviceKey.load(files, path, log);
  expect(readdirSync(directory)).toEqual(['device-key.damaged']);
  expect(messages()).toEqual([
    'The key of the stored secrets has an unknown format; it was set aside.',
    'The key of the stored secrets cannot be read, because the flash does not respond.',
  ]);
});
