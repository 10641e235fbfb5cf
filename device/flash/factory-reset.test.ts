import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { wordsOf } from '../../model/values/message.ts';
import { beginReset, finishReset, resetInWords } from './factory-reset.ts';
import { type FlashFiles, hostFiles } from './flash-files.ts';

let directory: string;
const place = () => ({
  resetMark: join(directory, 'factory-reset'),
  firstSlot: join(directory, 'flash', 'configuration-1.json'),
  cleared: [join(directory, 'keys')],
});
const failing = (step: keyof FlashFiles, code: string): FlashFiles => ({
  ...hostFiles,
  [step]: () => Promise.reject(Object.assign(new Error('x'), { code })),
});

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-reset-'));
  for (const folder of ['flash', 'keys']) mkdirSync(join(directory, folder));
  writeFileSync(join(directory, 'flash', 'configuration-1.json'), 'old');
  writeFileSync(join(directory, 'keys', 'key'), 'secret');
  writeFileSync(join(directory, 'boot'), 'stays');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('nothing goes before it is decided, and all that has to once it is', async () => {
  expect(await finishReset(hostFiles, place())).toEqual({ kind: 'none' });
  expect(readdirSync(directory).sort()).toEqual(['boot', 'flash', 'keys']);
  await beginReset(hostFiles, place());
  expect(await finishReset(hostFiles, place())).toEqual({ kind: 'done' });
  expect(readdirSync(directory).sort()).toEqual(['boot', 'flash']);
  expect(readdirSync(join(directory, 'flash'))).toEqual([]);
  expect(await finishReset(hostFiles, place())).toEqual({ kind: 'none' });
});

test('what is kept is what the first slot holds afterwards', async () => {
  await beginReset(hostFiles, place(), 'kept\n');
  await finishReset(hostFiles, place());
  expect(readFileSync(place().firstSlot, 'utf8')).toBe('kept\n');
  expect(existsSync(place().resetMark)).toBe(false);
});

test('a mark that was damaged resets all, and says that nothing was kept', async () => {
  await beginReset(hostFiles, place(), 'kept\n');
  writeFileSync(place().resetMark, readFileSync(place().resetMark, 'utf8').replace('kept', 'kelt'));
  const outcome = await finishReset(hostFiles, place());
  expect(wordsOf(resetInWords(outcome) ?? { text: '' })).toMatch(/kept nothing/);
  expect(readdirSync(join(directory, 'flash'))).toEqual([]);
});

test.each(['remove', 'syncFolder', 'list', 'read'] as const)(
  'where %s fails it goes on the next time',
  async (step) => {
    await beginReset(hostFiles, place(), 'kept\n');
    const outcome = await finishReset(failing(step, 'EIO'), place());
    expect(wordsOf(resetInWords(outcome) ?? { text: '' })).toBe(
      'A factory reset could not be completed and continues at the next start, because the flash does not respond.',
    );
    expect(await finishReset(hostFiles, place())).toEqual({ kind: 'done' });
    expect(readFileSync(place().firstSlot, 'utf8')).toBe('kept\n');
    expect(existsSync(join(directory, 'keys'))).toBe(false);
  },
);

test('one that cannot be marked has changed nothing; one whose mark is not settled goes on', async () => {
  await expect(beginReset(failing('write', 'ENOSPC'), place())).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await finishReset(hostFiles, place())).toEqual({ kind: 'none' });
  await beginReset(failing('syncFolder', 'EIO'), place());
  expect(await finishReset(hostFiles, place())).toEqual({ kind: 'done' });
});
