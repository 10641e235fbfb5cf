// `npm run mutation -- PATH…`: changes the code below each path at one place after the other (tests/mutation/mutants.ts), and names
// the changes that no test notices. The tests are those beside the code; `--by FOLDER…` adds others, and `--sample 10` tries one change
// in ten. No part of `npm test`.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bin, reports, root } from './checks.mjs';

/** Milliseconds without a verdict after which a change keeps the process from ending, and after the last verdict of a process. */
const HANGS = 20_000;
const LINGERS = 3000;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string', multiple: true, default: [] }, sample: { type: 'string', default: '1' } },
});
const paths = positionals.map((path) => path.replace(/\/$/, ''));
if (paths.length === 0) {
  console.error('Which code? For example: npm run mutation -- protocols/gvrp --by features/network/gvrp');
  process.exit(2);
}
const folders = new Set([...paths.map((path) => (/\.ts$/.test(path) ? dirname(path) : path)), ...options.by]);
mkdirSync(reports, { recursive: true });
// One for each run: several may go on beside each other.
const journal = join(reports, `mutation-${process.pid}.txt`);
const output = join(reports, `mutation-${process.pid}.log`);
const env = {
  // Random frames take long, and most find the same.
  FACEPLATE_FRAMES: '150',
  ...process.env,
  FACEPLATE_MUTATION_PATHS: paths.join('\n'),
  FACEPLATE_MUTATION_TESTS: [...folders].map((folder) => `${folder.replace(/\/$/, '')}/**/*.test.ts`).join('\n'),
  FACEPLATE_MUTATION_SAMPLE: options.sample,
  FACEPLATE_MUTATION_JOURNAL: journal,
};

const lines = () => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').filter(Boolean) : []);
const last = () => lines().at(-1)?.split('\t') ?? [];

let end = () => {};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    end();
    process.exit(1);
  });
}

/** Runs until the process ends, or has to be ended. */
async function run() {
  const before = lines().length;
  const log = openSync(output, 'w');
  const child = spawn(process.execPath, [bin('vitest'), 'run', '--config', 'vitest.mutation.config.ts'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', log, log],
    env,
  });
  closeSync(log);
  end = () => {
    // The process may have ended by itself.
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {}
  };
  let isOver = false;
  const over = new Promise((resolve) => child.on('exit', resolve)).then(() => {
    isOver = true;
  });
  while (!isOver) {
    await Promise.race([over, pause(1000)]);
    const [verdict] = last();
    const limit = verdict === 'begun' ? HANGS : verdict === 'dirty' || verdict === 'end' ? LINGERS : Infinity;
    // What an earlier process has left is no verdict of this one.
    const isNew = lines().length > before;
    if (!isOver && isNew && Date.now() - statSync(journal).mtimeMs > limit) {
      end();
      await over;
    }
  }
}

const hanging = new Set();
for (;;) {
  const before = lines().length;
  await run();
  const [verdict, mutant] = last();
  if (verdict === 'end') break;
  if (lines().length === before) {
    console.error(readFileSync(output, 'utf8').slice(-4000));
    process.exit(1);
  }
  if (verdict === 'begun') hanging.add(mutant);
}

const verdicts = new Map(
  lines()
    .map((line) => line.split('\t'))
    .map(([verdict, mutant]) => [mutant, verdict]),
);
const count = (...wanted) => [...verdicts.values()].filter((verdict) => wanted.includes(verdict)).length;
for (const [mutant, verdict] of verdicts) {
  if (verdict === 'survived') console.log(mutant);
  if (verdict === 'unreached') console.log(`${mutant} (no test comes there)`);
}
for (const path of [journal, output]) rmSync(path, { force: true });
const noticed = count('killed', 'begun');
console.log(
  `${noticed} of ${noticed + count('survived', 'unreached')} changes were noticed (${hanging.size} by hanging).`,
);
