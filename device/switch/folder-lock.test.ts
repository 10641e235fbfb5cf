import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundled } from '../../tests/bundled.ts';
import { LOCK, lockFolder } from './folder-lock.ts';

/** Enough for several races between two takers, each of which is a matter of chance. */
const ROUNDS = 60;

const module = bundled(fileURLToPath(new URL('folder-lock.ts', import.meta.url)));
const holder = `
  import { lockFolder } from ${JSON.stringify(module)};
  console.log(await lockFolder(process.argv[1]));
  setInterval(() => {}, 1000);
`;
const victim = `
  import files from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const [folder, last] = process.argv.slice(1);
  const end = () => process.kill(process.pid, 'SIGKILL');
  let step = 0;
  for (const name of ['link', 'lstat', 'rename', 'rm']) {
    const original = files[name];
    files[name] = (...given) => ((step += 1) < Number(last) ? original(...given) : end());
  }
  syncBuiltinESMExports();
  const { lockFolder } = await import(${JSON.stringify(module)});
  await lockFolder(folder);
  end();
`;
const arguments_ = (folder: string) => ['--input-type=module', '-e', holder, '--', folder];
const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const hasNamespaces = spawnSync('unshare', ['--net', 'true']).status === 0;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-lock-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

function folderNamed(name: string): string {
  const folder = join(directory, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Another process that tries to take the folder, and what it said. */
async function other(folder: string, [command = process.execPath, ...before]: readonly string[] = []) {
  const child = spawn(command, [...before, ...arguments_(folder)]);
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  return { child, said };
}

/** Runs a process that takes the folder and ends by kill -9: before file operation number `step`, or once it has finished. */
async function killedAt(step: number, folder: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', victim, '--', folder, String(step)]);
  const signal = await new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
}

/** Puts the lock of a dead agent into the folder. */
async function leaveBehind(folder: string): Promise<void> {
  const aside = join(folder, 'aside');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(aside, resolve));
  linkSync(aside, join(folder, LOCK));
  await new Promise((resolve) => server.close(resolve));
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

describe.skipIf(process.platform === 'win32')('a folder', () => {
  test('has one agent, whatever it is called, and kill -9 frees it', async () => {
    const folder = folderNamed('folder');
    symlinkSync(folder, join(directory, 'link'));
    const { child, said } = await other(folder);
    expect(said).toBe('true');
    expect(await lockFolder(join(directory, 'link'))).toBe(false);
    expect(await lockFolder(directory)).toBe(true);
    await killed(child);
    expect(await lockFolder(folder)).toBe(true);
    expect(await lockFolder(folder)).toBe(false);
    expect(readdirSync(folder)).toEqual([LOCK]);
    expect(await lockFolder(join(directory, 'nothing'))).toBe(true);
  });

  test('that an agent left behind goes to one of those that come together', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = folderNamed(`left-${round}`);
      await leaveBehind(folder);
      const taken = await Promise.all(Array.from({ length: 12 }, () => lockFolder(folder)));
      expect(taken.filter((one) => one)).toHaveLength(1);
      expect(await lockFolder(folder)).toBe(false);
      expect(readdirSync(folder)).toEqual([LOCK]);
    }
  });

  test('goes to one of those that come together after kill -9 at any step of taking it', async () => {
    // Steps 1 and 2 change nothing that another process meets; step 6 follows the last change of the lock.
    const steps = [3, 4, 5, 6];
    await Promise.all(
      steps.map(async (step) => {
        const folder = folderNamed(`killed-${step}`);
        await leaveBehind(folder);
        await killedAt(step, folder);
        // A second process continues from what the first left behind, and is killed later on its way.
        await killedAt(step + 2, folder);
        const taken = await Promise.all(Array.from({ length: 12 }, () => lockFolder(folder)));
        expect(taken.filter((one) => one)).toHaveLength(1);
        expect(await lockFolder(folder)).toBe(false);
      }),
    );
  });

  test('is tidied of what killed agents left, and of nothing that is in use', async () => {
    const folder = folderNamed('untidy');
    const listening = (name: string) => {
      const server = createServer();
      return new Promise<typeof server>((resolve) => server.listen(join(folder, name), () => resolve(server)));
    };
    const names = ['dead', 'young', 'alive'].map((name) => `.${LOCK}-${name}`);
    const servers = await Promise.all(names.map((name) => listening(`${name}-now`)));
    for (const name of names) linkSync(join(folder, `${name}-now`), join(folder, name));
    for (const server of servers.slice(0, 2)) await new Promise((resolve) => server.close(resolve));
    for (const name of [names[0], names[2], `${names[2]}-now`]) utimesSync(join(folder, String(name)), 0, 0);
    expect(await lockFolder(folder)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual([names[2], `${names[2]}-now`, names[1], LOCK].sort());
    servers[2]?.close();
  });

  test.skipIf(!canMount)('on a full disk has the agent that it had, and only one', async () => {
    const folder = folderNamed('full');
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'nr_inodes=4', 'tmpfs', folder]).status).toBe(0);
    try {
      const { child, said } = await other(folder);
      expect(said).toBe('true');
      for (const name of ['one', 'two']) writeFileSync(join(folder, name), '');
      expect(await lockFolder(folder)).toBe(false);
      await killed(child);
      expect(await lockFolder(folder)).toBe(true);
    } finally {
      spawnSync('umount', ['--lazy', folder]);
    }
  });

  test('with a long path is locked too', async () => {
    const folder = folderNamed(join(...Array.from({ length: 4 }, () => 'a'.repeat(50))));
    expect(await lockFolder(folder)).toBe(true);
    expect(await lockFolder(folder)).toBe(false);
  });

  test.skipIf(process.platform !== 'linux')('is held by nobody who may not write in it', async () => {
    const folder = folderNamed('strange');
    const { dev, ino } = statSync(folder, { bigint: true });
    const stranger = createServer().listen(`\0faceplate-${dev}-${ino}`);
    await new Promise((resolve) => stranger.once('listening', resolve));
    expect(await lockFolder(folder)).toBe(true);
    stranger.close();
  });

  test.skipIf(!hasNamespaces)('has one agent in all network namespaces', async () => {
    const folder = folderNamed('shared');
    expect(await lockFolder(folder)).toBe(true);
    const { child, said } = await other(folder, ['unshare', '--net', process.execPath]);
    expect(said).toBe('false');
    await killed(child);
  });
});
