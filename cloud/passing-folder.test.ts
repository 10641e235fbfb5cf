import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endProcess } from '../tests/end-process.ts';
import { passingFolder } from './passing-folder.ts';

let within: string;

beforeEach(() => {
  within = mkdtempSync(join(tmpdir(), 'faceplate-passing-'));
});
afterEach(() => rmSync(within, { recursive: true }));

it('is one for each process, and goes at the next start where its process was killed, with what lay in it', async () => {
  const script = `import('${join(import.meta.dirname, 'passing-folder.ts')}')
    .then(({ passingFolder }) => passingFolder('${within}'))
    .then((path) => { console.log(path); setInterval(() => {}, 1000); })`;
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(child.stdout, 'data');
  const theirs = String(said).trim();
  writeFileSync(join(theirs, 'file'), 'on its way');
  const own = await passingFolder(within);
  expect(own).not.toBe(theirs);
  expect(existsSync(join(theirs, 'file'))).toBe(true);
  await endProcess(child, 'SIGKILL');
  writeFileSync(join(within, 'another'), 'not ours');
  const next = await passingFolder(within);
  expect([theirs, own, next, join(within, 'another')].map(existsSync)).toEqual([false, true, true, true]);
});
