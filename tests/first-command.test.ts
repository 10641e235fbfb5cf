import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { help as cloudHelp } from '../apps/cloud/help.mjs';
import { help as agentHelp } from '../apps/device/help.mjs';

// The first commands on a fresh clone: nothing is installed, nothing is built.

const root = fileURLToPath(new URL('..', import.meta.url));
let clone = '';

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'faceplate-clone-'));
  for (const name of ['package.json', 'package-lock.json', 'scripts', 'apps']) {
    cpSync(join(root, name), join(clone, name), { recursive: true });
  }
});

afterAll(() => rmSync(clone, { recursive: true }));

/** Runs a script of the clone, perhaps on a Node that says it is an older one; `npm` is not there to be called. */
function run(script: string, words: readonly string[], version?: string) {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const preload = version === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
  return spawnSync(process.execPath, [...preload, join(clone, 'scripts', script), ...words], {
    encoding: 'utf8',
    env: { PATH: '/nowhere' },
  });
}

const isUntouched = () => !existsSync(join(clone, 'node_modules')) && !existsSync(join(clone, 'dist'));

test.each([
  ['start.mjs', '--help', agentHelp],
  ['start.mjs', '-h', agentHelp],
  ['cloud.mjs', '--help', cloudHelp],
])('%s %s prints the options, and neither installs nor builds', (script, word, help) => {
  expect(run(script, [word])).toMatchObject({ status: 0, stdout: help, stderr: '' });
  expect(isUntouched()).toBe(true);
});

test.each([
  ['start.mjs', '18.20.4'],
  ['start.mjs', '20.18.3'],
  ['cloud.mjs', '20.18.3'],
])('%s refuses Node.js %s in one sentence before it installs', (script, version) => {
  expect(run(script, [], version)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `Faceplate needs Node.js 20.19 or later; this is Node.js ${version}.\n`,
  });
  expect(isUntouched()).toBe(true);
});

test.each(['20.19.0', '22.0.0', '24.1.0'])('Node.js %s is accepted: installing is what comes next', (version) => {
  expect(run('start.mjs', [], version).stdout).toBe('Installing packages …\n');
});
