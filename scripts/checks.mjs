// Checks that do not run the product: types, lint, import layers, lock file, lists of features, translations, dead
// code.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Folder for the output and reports of checks and suites. */
export const reports = join(root, '.cache', 'reports');

/** The program of a package. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** "3 min 5 s" */
export function since(start) {
  const seconds = Math.round((Date.now() - start) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const script = (name, ...args) => ({ command: process.execPath, args: [`scripts/${name}.mjs`, ...args] });

/** Each can run beside the others; `isWritten` where the build brings up to date what is checked. */
export const checks = [
  {
    name: 'types',
    command: bin('tsc'),
    // Each further checker looks at the declarations of all libraries again, and collecting memory that is there costs a quarter.
    args: ['--noEmit', '-p', 'tsconfig.json', '--checkers', '1'],
    env: { GOGC: 'off', GOMEMLIMIT: '2GiB' },
  },
  { name: 'lint and format', command: bin('biome'), args: ['ci', '.'] },
  { name: 'import layers', ...script('check-layers') },
  { name: 'lock file', ...script('check-lock') },
  { name: 'lists of pages and features', isWritten: true, ...script('place-features', '--check') },
  { name: 'places of translations', ...script('place-translations', '--check') },
  { name: 'dead code', command: bin('knip'), args: [] },
];

/** Runs a program with its output in the file `log`; resolves to its exit code. */
export async function logged(log, command, args, env = {}) {
  const output = openSync(log, 'w');
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', output, output], env: { ...process.env, ...env } });
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  closeSync(output);
  return status;
}

/** Runs a check and says how it ended; resolves to what it printed where it failed. */
export async function check({ name, command, args, env }) {
  mkdirSync(reports, { recursive: true });
  const start = Date.now();
  const log = join(reports, `${name.replaceAll(' ', '-')}.log`);
  const status = await logged(log, command, args, env);
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${name} (${since(start)})`);
  if (status === 0) return undefined;
  return `${name}\n${readFileSync(log, 'utf8').trim().split('\n').slice(-60).join('\n')}`;
}
