import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What smilint says of a module; nothing where it is clean. */
function lint(...options: readonly string[]): string {
  const words = ['-c', '/dev/null', '-s', '-m', ...options, `${root}docs/FACEPLATE-MIB.txt`];
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
