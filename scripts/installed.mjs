// Makes sure that what package-lock.json names is installed, so that `npm start` and `npm test` work on a fresh clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs a command with its output on this terminal; ends the process where it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Package name, version and the oldest Node.js that it runs on. */
export const packageOf = (root) => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Ends the process with one sentence if this Node.js is older than package.json allows. */
export function requireNode(root) {
  const floor = packageOf(root).engines.node.replace(/^>=/, '');
  const numbers = (version) => version.split('.').map(Number);
  const [major, minor] = numbers(process.versions.node);
  const [leastMajor, leastMinor = 0] = numbers(floor);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  console.error(`Faceplate needs Node.js ${floor} or later; this is Node.js ${process.versions.node}.`);
  process.exit(1);
}

/** Answers `--help` by the text of an application, and ends the process: for that, nothing has to be installed or built. */
export async function answerHelp(application) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  const { help } = await import(new URL(`../apps/${application}/help.mjs`, import.meta.url));
  process.stdout.write(help);
  process.exit(0);
}

/** Installs the packages of the lock file into `root` unless just these are there already. */
export function installPackages(root) {
  requireNode(root);
  const stamp = join(root, 'node_modules', '.faceplate-lock');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing packages …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root });
  writeFileSync(stamp, wanted);
}
