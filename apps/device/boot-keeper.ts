import { type ChildProcess, spawn } from 'node:child_process';

/** How often the agent looks whether its boot program is still there, in milliseconds. */
const LOOK_MILLISECONDS = 1000;

/**
 * Keeps `faceplate-boot` (`program`, started with `words`) running: without it the agent would not be restarted, nor
 * restarted into another image. Another one replaces it when it is killed, and learns over a pipe how this process
 * ended.
 */
export function keepStarted(program: string, words: readonly string[]): void {
  const first = Number(process.env.FACEPLATE_BOOT);
  delete process.env.FACEPLATE_BOOT;
  if (!first) return;
  const isChild = process.ppid === first;
  // Node may be a program that starts another one.
  const isThere = () => (isChild ? process.ppid === first : runs(first));
  let keeper: ChildProcess | undefined;
  setInterval(() => {
    if (keeper || isThere()) return;
    const environment = { ...process.env, NODE: process.execPath, FACEPLATE_AGENT: String(process.pid) };
    const started = spawn(program, words, { env: environment, stdio: ['pipe', 'inherit', 'inherit'] });
    keeper = started;
    // An agent that ends does not wait for it, and goes on where it cannot be started or was killed, too: it is tried again.
    started.unref();
    const gone = () => {
      if (keeper === started) keeper = undefined;
    };
    started.once('error', gone).once('exit', (_code, signal) => {
      gone();
      // Ending it before it listens to that ends the agent, as later.
      if (signal === 'SIGTERM') process.kill(process.pid, signal);
    });
    started.stdin.on('error', gone);
  }, LOOK_MILLISECONDS).unref();
  // Data for a pipe that has room is written at once.
  process.once('exit', (code) => keeper?.stdin?.write(`${process.exitCode ?? code}\n`));
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
