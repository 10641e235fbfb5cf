import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Finished, mustRun, runToEnd } from './command.ts';

/** A network namespace of this test, with the programs that run in it. It is named, so that `ip netns exec` works too. */
export class Namespace {
  readonly name: string;
  readonly #children = new Set<ChildProcess>();

  private constructor(name: string) {
    this.name = name;
  }

  /** Makes the namespace with its loopback up, IPv6 off (it would send frames of its own), and ping open to everybody. */
  static async create(name: string): Promise<Namespace> {
    await mustRun('ip', 'netns', 'add', name);
    const namespace = new Namespace(name);
    await mustRun('ip', '-n', name, 'link', 'set', 'lo', 'up');
    await namespace.exec('sysctl', '-qw', 'net.ipv6.conf.all.disable_ipv6=1', 'net.ipv6.conf.default.disable_ipv6=1');
    return namespace;
  }

  /** Runs a program in the namespace to its end; rejects when it fails. Returns what it printed. */
  async exec(program: string, ...parameters: readonly string[]): Promise<string> {
    return mustRun('ip', 'netns', 'exec', this.name, program, ...parameters);
  }

  /** Runs a program in the namespace to its end, however it ends. */
  async attempt(program: string, parameters: readonly string[], timeout = 30_000): Promise<Finished> {
    return runToEnd('ip', ['netns', 'exec', this.name, program, ...parameters], { timeout });
  }

  /** Configures the namespace's network: the parameters of ip(8). */
  async ip(...parameters: readonly string[]): Promise<string> {
    return mustRun('ip', '-n', this.name, ...parameters);
  }

  /** Starts a program in the namespace; it is killed when the namespace is removed. */
  spawn(program: string, parameters: readonly string[], options: SpawnOptions = {}): ChildProcess {
    return this.#keep(spawn('ip', ['netns', 'exec', this.name, program, ...parameters], options));
  }

  /**
   * Starts a module, of TypeScript or bundled, in a Node process of its own inside the namespace, with a message channel to it
   * that carries maps, sets, big integers and byte arrays.
   */
  fork(module: string, parameters: readonly string[] = []): ChildProcess {
    const loader = module.endsWith('.ts') ? ['--import', 'tsx'] : [];
    const child = fork(module, parameters, {
      execPath: 'ip',
      execArgv: ['netns', 'exec', this.name, process.execPath, ...loader],
      serialization: 'advanced',
    });
    return this.#keep(child);
  }

  /** Kills what runs here and removes the namespace, and with it every device in it. */
  async remove(): Promise<void> {
    await Promise.all([...this.#children].map(killed));
    // Daemons that put themselves into the background are found by their namespace.
    const { stdout } = await runToEnd('ip', ['netns', 'pids', this.name]);
    for (const pid of stdout.split('\n').filter(Boolean)) kill(Number(pid));
    await runToEnd('ip', ['netns', 'del', this.name]);
  }

  #keep(child: ChildProcess): ChildProcess {
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }
}

/** Ends a program for good and waits until it is gone. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
