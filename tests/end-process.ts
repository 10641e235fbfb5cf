import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a process, as a loss of its power would or in order; resolves when it is gone. One that has ended is no matter. */
export async function endProcess(child: ChildProcess | undefined, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
