import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Finished, mustRun, runToEnd } from './command.ts';

/** A shell starts programs at a tenth of what it costs the process of the tests. */
const MAKING = `
for name; do
  ip netns add "$name"
  ip netns exec "$name" sh -ec '
    for which in all default; do echo 1 > /proc/sys/net/ipv6/conf/$which/disable_ipv6; done
    ip link set lo up'
done`;
const REMOVING = `
for name; do
  for pid in $(ip netns pids "$name"); do kill -KILL "$pid"; done
  ip netns del "$name"
done`;

/** A network namespace of this test, with the programs that run in it. It is named, so that `ip netns exec` works too. */
export class Namespace {
  readonly name: string;
  readonly #children = new Set<ChildProcess>();

  private constructor(name: string) {
    this.name = name;
  }

  /** Makes a namespace; see `createAll`. */
  static async create(name: string): Promise<Namespace> {
    const [namespace] = await Namespace.createAll([name]);
    if (!namespace) throw new RangeError('There is no name.');
    return namespace;
  }

  /** Makes namespaces, each with its loopback up and IPv6 off (it would send frames of its own). */
  static async createAll(names: readonly string[]): Promise<Namespace[]> {
    await mustRun('sh', '-ec', MAKING, 'sh', ...names);
    return names.map((name) => new Namespace(name));
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
   * that carries maps, sets, big integers and byte arrays; `environment` is added to that of the test.
   */
  fork(module: string, parameters: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): ChildProcess {
    const loader = module.endsWith('.ts') ? ['--import', 'tsx'] : [];
    const child = fork(module, parameters, {
      execPath: 'ip',
      execArgv: ['netns', 'exec', this.name, process.execPath, ...loader],
      serialization: 'advanced',
      env: { ...process.env, ...environment },
    });
    return this.#keep(child);
  }

  /** Kills what runs here and removes the namespace, and with it every device in it. */
  remove(): Promise<void> {
    return Namespace.removeAll([this]);
  }

  /** The same of several. */
  static async removeAll(namespaces: readonly Namespace[]): Promise<void> {
    await Promise.all(namespaces.flatMap((namespace) => [...namespace.#children].map(killed)));
    // Daemons that put themselves into the background are found by their namespace.
    await runToEnd('sh', ['-c', REMOVING, 'sh', ...namespaces.map(({ name }) => name)]);
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
