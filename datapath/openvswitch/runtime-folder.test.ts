import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runtimeFolder } from './runtime-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-runtime-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('is the one that is wanted, where that can be written, and nothing is left behind in it', async () => {
  const wanted = join(folder, 'data', 'openvswitch');
  expect(await runtimeFolder(wanted, join(folder, 'run'))).toEqual({ folder: wanted });
  expect(readdirSync(wanted)).toEqual([]);
  expect(existsSync(join(folder, 'run'))).toBe(false);
});

test('is one of its own elsewhere, always the same, where that cannot be written', async () => {
  writeFileSync(join(folder, 'file'), '');
  const of = (name: string) => runtimeFolder(join(folder, 'file', name), join(folder, 'run'));
  const [one, again, other] = [await of('one'), await of('one'), await of('other')];
  expect(one.folder.startsWith(join(folder, 'run'))).toBe(true);
  expect(one.obstacle).toMatchObject({ code: 'ENOTDIR' });
  expect(again.folder).toBe(one.folder);
  expect(other.folder).not.toBe(one.folder);
});

test('is left where the daemons of a former agent run in it and cannot write any more', async () => {
  const wanted = join(folder, 'wanted');
  mkdirSync(wanted);
  const daemon = join(folder, 'ovsdb-server');
  copyFileSync('/bin/sleep', daemon);
  const child = spawn(daemon, ['60']);
  try {
    await once(child, 'spawn');
    writeFileSync(join(wanted, 'ovsdb-server.pid'), `${child.pid}\n`);
    expect(await runtimeFolder(wanted, join(folder, 'run'))).toEqual({ folder: wanted });
    // Nothing can be written at the place where it is tried.
    mkdirSync(join(wanted, 'room'));
    const found = await runtimeFolder(wanted, join(folder, 'run'));
    expect(found).toMatchObject({ obstacle: { code: 'EISDIR' }, isAbandoned: true });
    expect(found.folder.startsWith(join(folder, 'run'))).toBe(true);
  } finally {
    child.kill('SIGKILL');
  }
});
