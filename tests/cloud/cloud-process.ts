import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess } from '../end-process.ts';
import { Opened } from './opened.ts';

/** The built cloud's program. */
export const cloudProgram = fileURLToPath(new URL('../../dist/cloud/main.cjs', import.meta.url));

/** The first password of every cloud that a test starts. */
export const cloudPassword = 'CorrectHorse7';

/** Where and how a cloud is started. */
export interface CloudProcessOptions {
  /** What its program is started by: the words of a command; default nothing. */
  readonly within?: readonly string[];
  /** Where it listens, "ADDRESS:PORT"; default free ports of the loopback address. */
  readonly listen?: string;
  readonly switches?: string;
  /** Words that say where it keeps everything; default a folder of its own. */
  readonly kept?: readonly string[];
  /** Further words of its command line. */
  readonly options?: readonly string[];
}

/** The built cloud, as a process of its own. */
export class CloudProcess {
  readonly directory: string;
  readonly #how: CloudProcessOptions;
  #child: ChildProcess | undefined;
  /** "http://127.0.0.1:PORT" */
  origin = '';
  /** Where switches connect to, "127.0.0.1:PORT". */
  place = '';
  fingerprint = '';
  /** What it has written to standard output since it was started. */
  output = '';

  private constructor(directory: string, how: CloudProcessOptions) {
    this.directory = directory;
    this.#how = how;
  }

  /** Starts one and waits until it says where it listens; leaves nothing behind where it does not. */
  static async start(how: CloudProcessOptions = {}): Promise<CloudProcess> {
    const cloud = new CloudProcess(await mkdtemp(join(tmpdir(), 'faceplate-cloud-')), how);
    return Opened.all(async (opened) => {
      opened.closes(() => cloud.stop());
      await cloud.begin();
      return cloud;
    });
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts it (again) on the same data, and at the same addresses. */
  async begin(): Promise<void> {
    const { within = [], kept = ['--data', this.directory], options = [] } = this.#how;
    const listen = this.origin === '' ? (this.#how.listen ?? '127.0.0.1:0') : new URL(this.origin).host;
    const switches = this.place === '' ? (this.#how.switches ?? '127.0.0.1:0') : this.place;
    const [command = '', ...words] = [
      ...within,
      process.execPath,
      cloudProgram,
      ...['--listen', listen, '--switches', switches],
      ...kept,
      ...options,
    ];
    const child = spawn(command, words, {
      env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: cloudPassword },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let complaints = '';
    child.stderr.on('data', (piece) => {
      complaints += piece;
      process.stderr.write(piece);
    });
    await new Promise<void>((resolve, reject) => {
      this.output = '';
      child.stdout.on('data', (piece) => {
        this.output += piece;
        const said = this.output;
        const origin = /Listening on (\S+)\/\n/.exec(said)?.[1];
        if (origin === undefined) return;
        this.origin = origin;
        this.place = /--cloud (\S+)/.exec(said)?.[1] ?? '';
        this.fingerprint = /^ *((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/m.exec(said)?.[1] ?? '';
        resolve();
      });
      child.once('error', reject);
      // Not at its exit: what it said last may come behind that.
      child.once('close', (code, signal) =>
        reject(new Error(`The cloud ended with ${signal ?? code}: ${this.output}${complaints}`)),
      );
    });
  }

  /** Ends it at once, as a power cut would. */
  async kill(): Promise<void> {
    await endProcess(this.#child, 'SIGKILL');
  }

  /** Ends it in order and removes its data. */
  async stop(): Promise<void> {
    await endProcess(this.#child, 'SIGTERM');
    await rm(this.directory, { recursive: true, force: true });
  }
}
