import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { privateModuleText } from './private-module.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'faceplate-mib-'));
const file = join(folder, 'FACEPLATE-MIB.txt');
writeFileSync(file, privateModuleText);
afterAll(() => rmSync(folder, { recursive: true }));

/** Messages of smilint about a module; nothing if it is clean. */
function lint(...options: readonly string[]): string {
  const words = ['-c', '/dev/null', '-s', '-m', ...options, file];
  const { status, stderr, stdout } = spawnSync('smilint', words, {
    encoding: 'utf8',
    env: { ...process.env, SMIPATH: `${root}tests/mib` },
  });
  expect(status).toBe(0);
  return `${stdout}${stderr}`;
}

test('smilint has nothing to say of the private MIB', () => {
  // At its strictest: an index that can be read, as ours can, is named at level 5, a long host name as an index there, too.
  expect(lint('-l', '4')).toBe('');
  expect(
    lint('-l', '6', '-i', 'index-element-accessible', '-i', 'index-exceeds-too-large', '-i', 'namelength-32'),
  ).toBe('');
});
