import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/cloud/main.cjs', import.meta.url));

/** The first password of every cloud that a test starts. */
export const cloudPassword = 'CorrectHorse7';

/** The built cloud, as a process of its own, with a data folder of its own. */
export class CloudProcess {
  readonly #directory: string;
  readonly #child: ChildProcess;
  /** "http://127.0.0.1:PORT" */
  origin = '';
  /** Where switches connect to, "127.0.0.1:PORT". */
  place = '';
  fingerprint = '';

  private constructor(directory: string, child: ChildProcess) {
    this.#directory = directory;
    this.#child = child;
  }

  /** Starts one that knows no switch yet, and waits until it says where it listens. */
  static async start(): Promise<CloudProcess> {
    const directory = await mkdtemp(join(tmpdir(), 'faceplate-cloud-'));
    const options = ['--listen', '127.0.0.1:0', '--switches', '127.0.0.1:0', '--data', directory];
    const child = spawn(process.execPath, [program, ...options], {
      env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: cloudPassword },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const cloud = new CloudProcess(directory, child);
    let said = '';
    for await (const piece of child.stdout ?? []) {
      said += piece;
      const origin = /Listening on (\S+)\/\n/.exec(said)?.[1];
      if (origin === undefined) continue;
      cloud.origin = origin;
      cloud.place = /--cloud (\S+)/.exec(said)?.[1] ?? '';
      cloud.fingerprint = /^ *((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/m.exec(said)?.[1] ?? '';
      return cloud;
    }
    throw new Error(`The cloud ended: ${said}`);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null) {
      this.#child.kill();
      await once(this.#child, 'exit');
    }
    await rm(this.#directory, { recursive: true, force: true });
  }
}
