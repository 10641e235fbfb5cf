import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../../scripts/agent-bundle.mjs';
import { FLEET_PASSWORD } from './test-fleet.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A process of a cloud, as it is started by hand. */
export interface CloudProcess {
  readonly pid: number;
  /** Of the fleet console. */
  readonly port: number;
  /** Ends it as a loss of its power would. */
  kill(): Promise<void>;
}

let built: Promise<string> | undefined;

/** The cloud as it is shipped, which starts in a fraction of the time that its sources take; its file. */
async function build(): Promise<string> {
  const folder = join(root, '.cache', `cloud-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const { name, text } of await bundleProgram('apps/cloud/main.ts', 'main'))
    writeFileSync(join(folder, name), text);
  return join(folder, 'main.cjs');
}

/** Starts one; `words` are its options but for where the fleet console answers. Rejects with what it complains of. */
export async function startCloudProcess(words: readonly string[]): Promise<CloudProcess> {
  built ??= build();
  const command = [await built, '--listen', '127.0.0.1:0', ...words];
  const child = spawn('/usr/bin/setpriv', ['--pdeathsig', 'KILL', process.execPath, ...command], {
    cwd: root,
    env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: FLEET_PASSWORD },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const place = /^Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (place !== undefined) resolve(Number(place));
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(complaints.join(' '))));
  });
  return { pid: child.pid ?? 0, port, kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
