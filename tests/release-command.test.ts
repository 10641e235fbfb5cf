import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../scripts/release.mjs', import.meta.url));
let tree = '';

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...words], { cwd: tree });
const write = (name: string, text: string) => writeFileSync(join(tree, name), text);

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'faceplate-tree-'));
  write('package.json', '{ "version": "1.2.3", "engines": { "node": ">=20.19" } }');
  write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-26\n');
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
});

afterEach(() => rmSync(tree, { recursive: true }));

function release() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--dry-run'], {
    encoding: 'utf8',
    env: { ...process.env, FACEPLATE_ROOT: tree },
  });
  return { status, said: `${stdout}${stderr}` };
}

test('a clean tree whose changelog has the version can be released', () => {
  expect(release()).toEqual({ status: 0, said: 'v1.2.3 can be released.\n' });
});

test('a tree with changes is refused, and they are named', () => {
  write('forgotten.ts', '');
  expect(release()).toEqual({
    status: 1,
    said: 'The tree has changes that are not committed:\n?? forgotten.ts\n',
  });
});

test('a version that is tagged already, or that the changelog does not have, is refused', () => {
  git('tag', 'v1.2.3');
  expect(release().said).toBe('The tag v1.2.3 exists already.\n');
  git('tag', '--delete', 'v1.2.3');
  write('package.json', '{ "version": "1.3.0", "engines": { "node": ">=20.19" } }');
  git('commit', '--quiet', '--all', '--message', 'Next');
  expect(release().said).toBe('CHANGELOG.md has no entry "## [1.3.0] - YYYY-MM-DD".\n');
});
