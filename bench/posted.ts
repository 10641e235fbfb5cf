import type { ChildProcess } from 'node:child_process';

/** What a measurement in a process of its own posts. Rejects where it ends before. */
export function posted<Found>(measuring: ChildProcess): Promise<Found> {
  return new Promise((resolve, reject) => {
    measuring.once('message', (found) => resolve(found as Found));
    measuring.once('exit', (code) => reject(new Error(`the measurement ended with ${code}.`)));
  });
}
