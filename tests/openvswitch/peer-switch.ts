import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Namespace } from '../namespaces/namespace.ts';

const SCHEMA = '/usr/share/openvswitch/vswitch.ovsschema';

/** For tests: an Open vSwitch that somebody else runs beside ours, in a host's namespace; its bridge is br0. */
export class PeerSwitch {
  readonly #namespace: Namespace;
  readonly #directory = mkdtempSync(join(tmpdir(), 'faceplate-peer-'));

  private constructor(namespace: Namespace) {
    this.#namespace = namespace;
  }

  /** Starts it with a bridge without ports that has `address` ("10.0.0.1/24"). `devices` are to be its ports. */
  static async start(namespace: Namespace, devices: readonly string[], address: string): Promise<PeerSwitch> {
    const peer = new PeerSwitch(namespace);
    await peer.#run();
    await peer.set('add-br', 'br0', '--', 'set', 'bridge', 'br0', 'datapath_type=netdev');
    // The kernel would answer ARP at the ports, too, with addresses that other ports do not lead to.
    for (const device of devices) {
      await namespace.exec('sysctl', '-qw', `net.ipv4.conf.${device}.arp_ignore=8`);
      await namespace.ip('link', 'set', device, 'up');
    }
    await namespace.ip('address', 'add', address, 'dev', 'br0');
    await namespace.ip('link', 'set', 'br0', 'up');
    return peer;
  }

  async #run(): Promise<void> {
    const [home, namespace] = [this.#directory, this.#namespace];
    const options = { env: { ...process.env, OVS_RUNDIR: home, OVS_LOGDIR: home }, stdio: 'ignore' } as const;
    await namespace.exec('ovsdb-tool', 'create', `${home}/conf.db`, SCHEMA);
    const server = [`--remote=p${this.#database}`, `--unixctl=${home}/ovsdb.ctl`, `${home}/conf.db`];
    namespace.spawn('ovsdb-server', server, options);
    for (let attempts = 100; attempts > 0; attempts -= 1) {
      const made = await this.set('--no-wait', 'init').then(
        () => true,
        () => false,
      );
      if (made) break;
      await sleep(200);
    }
    namespace.spawn('ovs-vswitchd', [this.#database, `--unixctl=${home}/vswitchd.ctl`, '--disable-system'], options);
  }

  get #database(): string {
    return `unix:${this.#directory}/db.sock`;
  }

  /** Sets it up: the parameters of ovs-vsctl(8). */
  set(...parameters: readonly string[]): Promise<string> {
    return this.#namespace.exec('ovs-vsctl', `--db=${this.#database}`, '--timeout=20', ...parameters);
  }

  /** What ovs-vswitchd says of itself: the parameters of ovs-appctl(8). */
  ask(...parameters: readonly string[]): Promise<string> {
    return this.#namespace.exec('ovs-appctl', '-t', `${this.#directory}/vswitchd.ctl`, ...parameters);
  }

  /** Removes its files; its daemons end with the namespace, before that. */
  removeFiles(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
