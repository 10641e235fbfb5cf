import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Unsettled } from './failure-reason.ts';
import { claimFolder, hostFiles, replaceFile } from './flash-files.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-files-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('what is kept is for the agent’s own user alone', async () => {
  const folder = join(directory, 'some', 'folder');
  await hostFiles.makeFolder(folder);
  chmodSync(folder, 0o755);
  await hostFiles.makeFolder(folder);
  expect(modeOf(folder)).toBe(0o700);
  const file = join(folder, 'file');
  await hostFiles.write(file, 'kept');
  expect(modeOf(file)).toBe(0o600);
  expect(await hostFiles.read(file)).toBe('kept');
});

test('a file that is not there is none; one that cannot be read is an error', async () => {
  expect(await hostFiles.read(join(directory, 'nothing'))).toBeUndefined();
  await expect(hostFiles.read(directory)).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(hostFiles.syncFolder(join(directory, 'nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a folder goes with all in it, and one that is not there is no matter', async () => {
  const folder = join(directory, 'folder');
  mkdirSync(folder);
  await hostFiles.write(join(folder, 'file'), 'kept');
  await hostFiles.remove(folder);
  await hostFiles.remove(folder);
  expect(existsSync(folder)).toBe(false);
});

test('a file is replaced in steps that a power cut may come between', async () => {
  const path = join(directory, 'file');
  const steps: string[] = [];
  const files = {
    read: async (of: string) => {
      steps.push(`read ${of}`);
      return 'new';
    },
    write: async (to: string, content: string) => void steps.push(`write ${to} ${content}`),
    rename: async (from: string, to: string) => void steps.push(`rename ${from} ${to}`),
    syncFolder: async (of: string) => void steps.push(`sync ${of}`),
    remove: async (of: string) => void steps.push(`remove ${of}`),
    makeFolder: async () => {},
    list: async () => [],
  };
  await replaceFile(files, path, 'new', () => steps.push('verifying'));
  expect(steps).toEqual([
    `write ${path}.new new`,
    'verifying',
    `read ${path}.new`,
    `rename ${path}.new ${path}`,
    `sync ${directory}`,
  ]);
  steps.length = 0;
  await expect(replaceFile(files, path, 'other')).rejects.toThrow('the data read back differs');
  expect(steps).toEqual([`write ${path}.new other`, `read ${path}.new`, `remove ${path}.new`, `read ${path}`]);
});

test('a file is replaced although a folder stands in its place or in that of its new content, or its own is missing', async () => {
  const path = join(directory, 'folder', 'file');
  await replaceFile(hostFiles, path, 'first');
  expect(await hostFiles.read(path)).toBe('first');
  mkdirSync(join(`${path}.new`, 'deep'), { recursive: true });
  await replaceFile(hostFiles, path, 'second');
  expect(await hostFiles.read(path)).toBe('second');
  rmSync(path);
  mkdirSync(join(path, 'deep'), { recursive: true });
  await replaceFile(hostFiles, path, 'third');
  expect(await hostFiles.read(path)).toBe('third');
  expect(readdirSync(join(directory, 'folder'))).toEqual(['file']);
});

test('whether a file that could not be replaced is the old or the new one is told by what is there', async () => {
  const path = join(directory, 'file');
  await replaceFile(hostFiles, path, 'old');
  const no = () => Promise.reject(Object.assign(new Error('no'), { code: 'EIO' }));
  await expect(replaceFile({ ...hostFiles, rename: no }, path, 'new')).rejects.toMatchObject({ code: 'EIO' });
  expect(await hostFiles.read(path)).toBe('old');
  await expect(replaceFile({ ...hostFiles, syncFolder: no }, path, 'new')).rejects.toBeInstanceOf(Unsettled);
  expect(await hostFiles.read(path)).toBe('new');
  expect(readdirSync(directory)).toEqual(['file']);
});

test('a file that stands where a folder has to be is set aside', async () => {
  const path = join(directory, 'flash');
  await hostFiles.write(path, 'lost and found');
  await claimFolder(hostFiles, path);
  expect(await hostFiles.list(path)).toEqual([]);
  expect(await hostFiles.read(`${path}.damaged`)).toBe('lost and found');
  expect(await hostFiles.list(join(directory, 'nothing'))).toEqual([]);
});
