// `npm run release`: makes the release of the version in package.json from a clean tree: checks that the changelog has it, packs, and
// sets the tag. Nothing is pushed. It refuses a tree with changes.
//   --dry-run   only checks
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageOf, run } from './installed.mjs';

const root = process.env.FACEPLATE_ROOT ?? fileURLToPath(new URL('..', import.meta.url));
const { version } = packageOf(root);
const tag = `v${version}`;

const git = (...words) => {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) refuse(`${version} in package.json is no semantic version.`);
const changes = git('status', '--porcelain');
if (changes === undefined) refuse(`${root} is no Git repository.`);
if (changes !== '') refuse(`The tree has changes that are not committed:\n${changes}`);
if (git('rev-parse', '--verify', '--quiet', `refs/tags/${tag}`) !== undefined) refuse(`The tag ${tag} exists already.`);
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
if (!new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(changelog)) {
  refuse(`CHANGELOG.md has no entry "## [${version}] - YYYY-MM-DD".`);
}
if (process.argv.includes('--dry-run')) {
  console.log(`${tag} can be released.`);
  process.exit(0);
}
run(process.execPath, [join(root, 'scripts', 'package.mjs')], { cwd: root });
run('git', ['tag', '--annotate', tag, '--message', `Faceplate ${version}`], { cwd: root });
console.log(`${tag} is tagged, its files are in dist/packages. Publish: git push origin ${tag}`);
