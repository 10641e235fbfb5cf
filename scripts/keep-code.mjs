import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const recorder = fileURLToPath(new URL('./keep-code.cjs', import.meta.url));

/** Milliseconds that a program has to start: what is kept only makes starts faster. */
const PATIENCE = 60_000;
const INTERVAL = 50;

/**
 * Starts a program of a build once, in a folder of its own, and keeps what Node compiled for that beside the program's folder,
 * where its next starts find it (`kept-code.cjs`). It fits only the Node that made it, and differs each time: packages and
 * firmware leave it out, and their programs keep their own.
 *
 * @param {string} program its main file
 * @param {readonly string[]} words of its command line, apart from where it keeps its data
 * @param {readonly string[]} threads the names of the programs whose parts are kept: its threads
 */
export async function keepCode(program, words, threads) {
  const built = dirname(program);
  const folder = join(built, '..', 'compiled', basename(built));
  rmSync(folder, { recursive: true, force: true });
  const data = mkdtempSync(join(tmpdir(), 'faceplate-kept-code-'));
  const child = spawn(process.execPath, ['--require', recorder, program, ...words, '--data', data], {
    env: { ...process.env, FACEPLATE_KEPT_CODE: folder, FACEPLATE_INITIAL_PASSWORD: 'ofNoUse1234' },
    stdio: 'ignore',
  });
  const starts = threads.map((name) => join(folder, `${startOf(join(built, `${name}.cjs`))}.code`));
  const until = Date.now() + PATIENCE;
  while (child.exitCode === null && Date.now() < until && !starts.every(existsSync)) await sleep(INTERVAL);
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(data, { recursive: true, force: true });
}

/** The part that a program starts with. */
const startOf = (file) => /require\("\.\/([^"]+)"\)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
