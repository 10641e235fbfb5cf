import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endProcess } from '../end-process.ts';
import { preloading } from '../preloading.ts';

const program = fileURLToPath(new URL('../../dist/device/faceplate', import.meta.url));
const preload = fileURLToPath(new URL('./soon-unoptimized.cjs', import.meta.url));

/** The password of `admin` on every agent that a test starts. */
export const password = 'Correct-Horse-7';

export interface AgentOptions {
  /** Arguments beside the address and the data folder. */
  readonly options?: readonly string[];
  /** Runs before the agent's own command: ["ip", "netns", "exec", NAME]. */
  readonly within?: readonly string[];
  /** Default a free port of the loopback address. */
  readonly listen?: string;
  /** Begins with what the built-in office is delivered with, instead of the factory settings. */
  readonly delivered?: boolean;
  /** Leaves it to the agent to make the initial password, which it prints. */
  readonly ownPassword?: boolean;
}

/** The built agent, as a process of its own, with a data folder of its own. */
export class AgentProcess {
  readonly directory: string;
  /** "http://127.0.0.1:PORT" */
  origin = '';
  /** What it has printed since it was last started. */
  said = '';
  readonly #how: AgentOptions;
  #child: ChildProcess | undefined;

  private constructor(directory: string, how: AgentOptions) {
    this.directory = directory;
    this.#how = how;
  }

  /** Starts an agent that was never configured and waits until it listens. */
  static async start(how: AgentOptions = {}): Promise<AgentProcess> {
    const agent = new AgentProcess(await mkdtemp(join(tmpdir(), 'faceplate-')), how);
    await agent.begin();
    return agent;
  }

  /** Starts it (again) on the same data, and at the same address. */
  async begin(): Promise<void> {
    const { options = [], within = [] } = this.#how;
    const listen = this.#how.listen ?? (this.origin === '' ? '127.0.0.1:0' : new URL(this.origin).host);
    const [command = '', ...parameters] = [
      ...within,
      program,
      '--listen',
      listen,
      '--data',
      this.directory,
      // A test configures what it needs.
      ...(options.includes('openvswitch') || this.#how.delivered ? [] : ['--factory-settings']),
      ...options,
    ];
    const child = spawn(command, parameters, {
      env: {
        ...process.env,
        NODE: process.execPath,
        NODE_OPTIONS: preloading(preload),
        FACEPLATE_INITIAL_PASSWORD: this.#how.ownPassword ? undefined : password,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.said = '';
    this.origin = await new Promise<string>((resolve, reject) => {
      const take = (chunk: Buffer) => {
        this.said += chunk.toString();
        const url = /Listening on (\S+)\/\n/.exec(this.said)?.[1];
        if (url) resolve(url);
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.once('exit', (code) => reject(new Error(`The agent ended with ${code}: ${this.said}`)));
    });
  }

  /** Ends it at once, as a power cut would. */
  async kill(): Promise<void> {
    await endProcess(this.#child, 'SIGKILL');
  }

  /** Ends it in order and removes its data, and what it leaves forwarding on Open vSwitch. */
  async stop(): Promise<void> {
    await endProcess(this.#child, 'SIGTERM');
    const { options = [], within = [] } = this.#how;
    if (options.includes('openvswitch')) {
      const [command = '', ...parameters] = [...within, program, '--remove', '--data', this.directory, ...options];
      await promisify(execFile)(command, parameters, { env: { ...process.env, NODE: process.execPath } });
    }
    await rm(this.directory, { recursive: true, force: true });
  }
}
