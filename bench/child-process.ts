import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A program under measurement. */
export interface RunningProgram {
  readonly pid: number;
  /** The captures of the ready line's pattern. */
  readonly captured: string;
  /** Milliseconds from the start to the ready line. */
  readonly startTime: number;
  stop(): Promise<void>;
}

/** Starts `process.execPath` with `words`; see `startProgram`. */
export function startNode(words: readonly string[], ready: RegExp, environment?: NodeJS.ProcessEnv) {
  return startProgram(process.execPath, words, ready, environment);
}

/** Starts `program` with `words` and waits for the line of its output that matches `ready`. */
export async function startProgram(
  program: string,
  words: readonly string[],
  ready: RegExp,
  environment: NodeJS.ProcessEnv = {},
): Promise<RunningProgram> {
  const began = performance.now();
  // Node 20 reads certificates of further authorities at every start, which takes longer than all else of it.
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, ...environment };
  const child = spawn(program, [...words], { env });
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  const lines = createInterface({ input: child.stdout });
  const captured = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const match = ready.exec(line);
      if (match) resolve(match[1] ?? '');
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`It ended with code ${code}: ${complaints.slice(-5).join(' ')}`)));
  });
  const startTime = performance.now() - began;
  return { pid: child.pid ?? 0, captured, startTime, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

/**
 * Memory that a process holds for itself, in octets. Pages of programs and libraries are left out: the host shares them among all that
 * run the same and takes them back when it needs them. Of Node's own program an agent uses 10 MB more than a Node that only listens,
 * and its share of them (PSS) would be 0.5 or 10 MB by how many others run at the moment.
 */
export function memoryOf(pid: number): number {
  const kilobytes = /^Anonymous:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Milliseconds of processor time that a process's threads have taken so far; those that have ended are not counted. */
export function processorTimeOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((all, one) => all + one, 0) / 1e6;
}
