import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { Table } from '../../datapath/openvswitch/pipeline/layout.ts';
import type { Lab } from '../namespaces/lab.ts';
import { killed, type Namespace } from '../namespaces/namespace.ts';
import { agentProgram } from './agent-program.ts';
import { DistantClient } from './distant-client.ts';

const PASSWORD = 'first-Passw0rd';
const ADDRESS = '192.168.10.200';
const PATIENCE = { timeout: 60_000, interval: 200 };

/** For tests: the agent on an Open vSwitch of its own in a lab, whose administrator sits at port 1. */
export class LabAgent {
  readonly lab: Lab;
  readonly #words: readonly string[];
  readonly #directory = mkdtempSync(join(tmpdir(), 'faceplate-lab-'));
  #process: ChildProcess | undefined;
  #client: DistantClient;

  /** @param words further ones of its command line. */
  constructor(lab: Lab, words: readonly string[] = []) {
    this.lab = lab;
    this.#words = words;
    this.#client = this.#newClient();
  }

  /** Starts the agent, on what a former start left, with what `environment` adds, and signs in. */
  async start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const { namespace } = this.lab.host(1);
    if (!(await namespace.ip('address', 'show', 'eth0')).includes('192.168.10.1/')) {
      await this.lab.host(1).address('192.168.10.1/24');
      await namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
    }
    const words = ['--listen', `${ADDRESS}:443`, '--datapath', 'openvswitch', '--ports', this.lab.ports.join(',')];
    const given = [agentProgram, ...words, ...this.#words, '--data', this.#directory];
    const started = this.lab.switch.spawn(process.execPath, given, {
      env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: PASSWORD, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = started;
    let said = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (text) => {
        said += text;
      });
    }
    await vi.waitFor(() => expect(said).toContain(`Listening on https://${ADDRESS}:443/`), PATIENCE);
    this.#client = this.#newClient();
    await vi.waitFor(async () => expect(await this.#client.login(PASSWORD)).toBe(0), PATIENCE);
  }

  /** The administrator at port 1, signed in. */
  get client(): DistantClient {
    return this.#client;
  }

  /** Resolves when it has ended, by whatever. */
  async ended(): Promise<void> {
    const running = this.#process;
    if (running && running.exitCode === null && running.signalCode === null) await once(running, 'exit');
  }

  /** Sets what has to be accepted. */
  async set(object: string, values: Readonly<Record<string, string | number>>): Promise<void> {
    const { error } = await this.#client.set(object, values);
    expect(error, `${object} ${JSON.stringify(values)}`).toMatchObject({ code: 0 });
  }

  /** Makes calls together, which have to be accepted. */
  async batch(calls: readonly object[]): Promise<void> {
    const { error } = await this.#client.call('BatchPost', { FuncName: 'test', calls });
    expect(error, error.message).toMatchObject({ code: 0 });
  }

  /** Sets what the agent may end at; resolves to whether it has said that it did. */
  async attempt(object: string, values: Readonly<Record<string, string | number>>): Promise<boolean> {
    const answer = await this.#client.set(object, values).catch(() => undefined);
    return answer?.error.code === 0;
  }

  /** Sets what has to be refused; resolves to the sentence that says why. */
  async refusal(object: string, values: Readonly<Record<string, string | number>>): Promise<string> {
    const { error } = await this.#client.set(object, values);
    expect(error.code, `${object} ${JSON.stringify(values)}`).not.toBe(0);
    return error.message;
  }

  /** The rows of a table, or a group as the only one; none without an answer. */
  async rows(object: string, index: object = {}): Promise<Record<string, unknown>[]> {
    const read = await this.#client.read(object, index).catch(() => []);
    return Array.isArray(read) ? read : [Object(read)];
  }

  /** Another administrator, signed in on `host`. */
  async administratorOn(host: Namespace): Promise<DistantClient> {
    // Checksums that the kernel leaves to devices do not get through the sockets of another Open vSwitch in the same kernel.
    const addresses = await this.lab.switch.ip('-o', 'address', 'show');
    const device = new RegExp(`^\\d+: (\\S+) .* ${ADDRESS}/`, 'm').exec(addresses)?.[1] ?? '';
    await this.lab.switch.exec('ethtool', '-K', device, 'tx', 'off');
    const client = new DistantClient(host, ADDRESS);
    await vi.waitFor(async () => expect(await client.login(PASSWORD)).toBe(0), PATIENCE);
    return client;
  }

  /** Saves the configuration for the next start. */
  async save(): Promise<void> {
    await this.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    const saved = async () => expect(await this.rows('sysConfig')).toMatchObject([{ configOperStatus: 1 }]);
    await vi.waitFor(saved, PATIENCE);
  }

  /** What Open vSwitch itself would do with a frame of `flow` (ovs-ofctl(8)): its "Datapath actions". */
  async traced(flow: string): Promise<string> {
    const said = await this.#vswitchd('ofproto/trace', 'faceplate', flow);
    return /^Datapath actions: (.*)$/m.exec(said)?.[1] ?? said;
  }

  /** The devices that Open vSwitch has as ports. */
  async devices(): Promise<string[]> {
    return [...(await this.#vswitchd('dpif/show')).matchAll(/^ +(\S+) \d+\/\d+:/gm)]
      .map(([, name = '']) => name)
      .sort();
  }

  /** Seconds after which rules go that the agent does not renew. */
  async leaseTimes(): Promise<ReadonlySet<number>> {
    const bridge = `unix:${dirname(this.#pidFile('ovs-vswitchd'))}/faceplate.mgmt`;
    const words = ['-O', 'OpenFlow14', '--no-stats', 'dump-flows', bridge];
    const rules = (await this.lab.switch.exec('ovs-ofctl', ...words))
      .split('\n')
      .filter((rule) => !rule.includes(`table=${Table.learned},`));
    return new Set(rules.flatMap((rule) => /hard_timeout=(\d+)/.exec(rule)?.slice(1) ?? []).map(Number));
  }

  #vswitchd(...command: readonly string[]): Promise<string> {
    const control = `${dirname(this.#pidFile('ovs-vswitchd'))}/vswitchd.ctl`;
    return this.lab.switch.exec('ovs-appctl', '-t', control, ...command);
  }

  #pidFile(daemon: 'ovs-vswitchd' | 'ovsdb-server'): string {
    const files = readdirSync(this.#directory, { recursive: true, encoding: 'utf8' });
    return join(this.#directory, files.find((path) => path.endsWith(`${daemon}.pid`)) ?? '');
  }

  /** Pauses a daemon of the agent's Open vSwitch until the returned function is called. */
  pause(name: 'ovs-vswitchd' | 'ovsdb-server'): () => void {
    const pid = this.signalDaemon(name, 'SIGSTOP');
    return () => process.kill(pid, 'SIGCONT');
  }

  /** Sends a signal to a daemon of the agent's Open vSwitch; answers its process. */
  signalDaemon(name: 'ovs-vswitchd' | 'ovsdb-server', signal: 'SIGKILL' | 'SIGSTOP'): number {
    const pid = Number(readFileSync(this.#pidFile(name), 'utf8'));
    process.kill(pid, signal);
    return pid;
  }

  /** Kills a daemon of the agent's Open vSwitch, and waits until the agent has brought it back. */
  async killDaemon(name: 'ovs-vswitchd' | 'ovsdb-server'): Promise<void> {
    const before = await this.#returns();
    this.signalDaemon(name, 'SIGKILL');
    await vi.waitFor(async () => expect(await this.#returns()).toBe(before + 1), PATIENCE);
  }

  /** How often the agent has said that its Open vSwitch came back. */
  async #returns(): Promise<number> {
    const said = await this.rows('syslogMsgEntry');
    return said.filter((row) => JSON.stringify(row).includes('Open vSwitch is running again and forwards as before'))
      .length;
  }

  /** Pauses the agent, while its Open vSwitch continues, until the returned function is called. */
  freeze(): () => void {
    const running = this.#process;
    running?.kill('SIGSTOP');
    return () => running?.kill('SIGCONT');
  }

  /** Kills the agent; its Open vSwitch continues. */
  async kill(): Promise<void> {
    if (this.#process) await killed(this.#process);
  }

  /** Restarts the switch from its console, and signs in again. */
  async restart(): Promise<void> {
    const former = this.#client;
    await this.attempt('sysRebootCtrl', { rebootType: 1 });
    const isOver = async () => (await former.set('sysConfig', {}).catch(() => undefined)) === undefined;
    await vi.waitFor(async () => expect(await isOver()).toBe(true), PATIENCE);
    this.#client = this.#newClient();
    await vi.waitFor(async () => expect(await this.#client.login(PASSWORD)).toBe(0), PATIENCE);
  }

  /** Takes away what a stopped agent left forwarding, whatever its options are by then; resolves to what was said. */
  async remove(): Promise<string> {
    const words = [agentProgram, '--remove', '--data', this.#directory];
    const { code, stdout, stderr } = await this.lab.switch.attempt(process.execPath, words);
    return `${stdout}${stderr}${code === 0 ? '' : `exit code ${code}`}`;
  }

  /** Ends the agent as its host does, and removes what it kept; what it left forwarding ends with the lab. */
  async stop(): Promise<void> {
    await this.end();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** Ends the agent as its host does. */
  async end(): Promise<void> {
    const running = this.#process;
    if (running && running.exitCode === null && running.signalCode === null) {
      const gone = once(running, 'exit');
      running.kill('SIGTERM');
      await gone;
    }
  }

  #newClient(): DistantClient {
    return new DistantClient(this.lab.host(1).namespace, ADDRESS);
  }
}
