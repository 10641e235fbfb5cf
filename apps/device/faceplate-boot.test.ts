import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { RESTART_CODE, SOFTWARE_ERROR } from '../../device/firmware/process-start.ts';

const program = fileURLToPath(new URL('faceplate-boot.sh', import.meta.url));
const homes: string[] = [];
const running: ChildProcess[] = [];

afterAll(() => {
  for (const boot of running.splice(0)) boot.kill('SIGKILL');
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

/**
 * Starts the boot program beside an agent that does `first` when it is started, and `then` whenever it is started again; or in the place
 * of one that was killed, whose agent ends with the `word` that it leaves.
 */
function start(first: string, then = 'exit 0', word?: string) {
  const home = programs(first, then);
  const boot = spawn(join(home, 'faceplate-boot'), [], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...(word !== undefined && { FACEPLATE_AGENT: String(process.pid) }) },
  });
  boot.stdin.end(word);
  running.push(boot);
  return {
    boot,
    crashes: () =>
      (existsSync(join(home, 'crashes')) ? readFileSync(join(home, 'crashes'), 'utf8') : '').split('\n').slice(0, -1),
    ended: endOf(boot),
    starts: () => {
      try {
        return readFileSync(join(home, 'starts'), 'utf8').trim().split('\n').map(Number);
      } catch {
        return [];
      }
    },
  };
}

const endOf = (boot: ChildProcess) => once(boot, 'exit').then(([code]) => code as number | null);

/** A folder with the boot program and an agent. */
function programs(first: string, then = 'exit 0'): string {
  const home = mkdtempSync(join(tmpdir(), 'faceplate-boot-'));
  homes.push(home);
  copyFileSync(program, join(home, 'faceplate-boot'));
  writeFileSync(
    join(home, 'faceplate'),
    `#!/bin/sh\ncd ${home}\necho $$ >> starts\necho "$FACEPLATE_CRASHED" >> crashes\n[ "$(wc -l < starts)" -gt 1 ] && { ${then}; }\n${first}\n`,
  );
  for (const name of ['faceplate', 'faceplate-boot']) chmodSync(join(home, name), 0o755);
  return home;
}

test.concurrent.each([
  ['by a fault', `exit ${SOFTWARE_ERROR}`],
  ['by SIGKILL', 'kill -KILL $$'],
  ['by SIGABRT', 'kill -ABRT $$'],
  ['by SIGSEGV', 'kill -SEGV $$'],
  ['by SIGHUP', 'kill -HUP $$'],
  ['as an engine that runs out of memory does', 'exit 9'],
  ['asking for it', `exit ${RESTART_CODE}`, ''],
])('an agent that ends %s is started again, and told of a crash', async (_how, first, told = 'yes') => {
  const { ended, starts, crashes } = start(first);
  expect(await ended).toBe(0);
  expect(starts()).toHaveLength(2);
  expect(crashes()).toEqual(['', told]);
});

test.concurrent.each([
  ['was asked to end', 'exit 0', 0],
  ['is ended by its owner', 'kill -TERM $$', 143],
  ['says that it cannot start', 'exit 1', 1],
  ['is no program', 'exit 126', 126],
])('an agent that %s stays ended', async (_how, first, code) => {
  const { ended, starts } = start(first);
  expect(await ended).toBe(code);
  expect(starts()).toHaveLength(1);
});

test.concurrent('the end of the boot program ends the agent, and does not wait where none runs', async () => {
  const serving = start('trap "exit 7" TERM; echo serves >> crashes; while :; do sleep 0.05; done');
  await vi.waitFor(() => expect(serving.crashes()).toContain('serves'));
  serving.boot.kill('SIGTERM');
  expect(await serving.ended).toBe(7);
  const failing = start('exit 9', 'exit 9');
  await vi.waitFor(() => expect(failing.starts()).toHaveLength(2), { timeout: 20_000 });
  failing.boot.kill('SIGTERM');
  // The signal meets the agent before its end, after it, or in the pause that follows.
  expect([143, 9, 0]).toContain(await failing.ended);
  expect(failing.starts()).toHaveLength(2);
});

test.concurrent.each([
  ['was asked to end', '0\n', 0, []],
  ['says that it cannot start', '1\n', 1, []],
  ['asks for it', `${RESTART_CODE}\n`, 0, ['']],
  ['ended by a fault', `${SOFTWARE_ERROR}\n`, 0, ['yes']],
  ['was killed', '', 0, ['yes']],
])('in the place of a killed one it starts an agent again that %s, or not', async (_how, word, code, told) => {
  const { ended, crashes } = start('exit 0', 'exit 0', word);
  expect(await ended).toBe(code);
  expect(crashes()).toEqual(told);
});

/** Starts the boot program, which is asked to end while it asks for the time: before it knows its agent. */
function startAskedToEnd(first: string, agent?: ChildProcess) {
  const home = programs(first);
  writeFileSync(join(home, 'date'), '#!/bin/sh\nkill -TERM $PPID\necho 0\n');
  chmodSync(join(home, 'date'), 0o755);
  const boot = spawn(join(home, 'faceplate-boot'), [], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, PATH: `${home}:${process.env.PATH}`, ...(agent && { FACEPLATE_AGENT: String(agent.pid) }) },
  });
  running.push(boot);
  return boot;
}

test.concurrent('the end that is asked for before the agent is known comes, too', async () => {
  expect(await endOf(startAskedToEnd('while :; do sleep 0.05; done'))).toBe(0);
  const agent = spawn('sleep', ['3600'], { stdio: 'ignore' });
  running.push(agent);
  const ended = once(agent, 'exit');
  const boot = startAskedToEnd('exit 0', agent);
  expect(await ended).toEqual([null, 'SIGTERM']);
  boot.stdin.end('143\n');
  expect(await endOf(boot)).toBe(143);
});
