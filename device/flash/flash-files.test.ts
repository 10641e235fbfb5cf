import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hostFiles, makeFolder, replaceFile } from './flash-files.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-files-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('what is kept is for the agent’s own user alone', async () => {
  const folder = join(directory, 'some', 'folder');
  await makeFolder(folder);
  await makeFolder(folder);
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
    remove: async () => {},
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
  await expect(replaceFile(files, path, 'other')).rejects.toThrow('what was written reads back differently');
  expect(steps).toEqual([`write ${path}.new other`, `read ${path}.new`]);
});
