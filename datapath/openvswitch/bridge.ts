import { portsOf } from '../../model/values/port-list.ts';
import type { InterfacePlan, MirrorPlan, PortNumber } from '../plan.ts';
import type { OvsSockets } from './daemons.ts';
import { JsonRpcConnection } from './json-rpc.ts';
import { interfacePort } from './pipeline/tables.ts';
import { colons } from './pipeline/vlan-flows.ts';
import { runCommand } from './run-command.ts';

/** Host interface names by port number. */
export type PortDevices = ReadonlyMap<PortNumber, string>;

/** The bridge's rows in the database, through ovs-vsctl. */
export class Bridge {
  readonly #sockets: OvsSockets;
  readonly #name: string;
  readonly #devices: PortDevices;

  constructor(sockets: OvsSockets, name: string, devices: PortDevices) {
    this.#sockets = sockets;
    this.#name = name;
    this.#devices = devices;
  }

  /** Makes the bridge and its ports where they are missing, and takes away ports that are neither these nor `interfaces`. */
  async ensure(interfaces: Iterable<InterfacePlan>): Promise<void> {
    const bridge = this.#name;
    await this.#vsctl([
      ['--may-exist', 'add-br', bridge],
      ['set', 'Bridge', bridge, 'datapath_type=netdev', 'fail_mode=secure'],
    ]);
    const own = [...interfaces];
    const wanted = new Set([...this.#devices.values(), ...own.map(({ name }) => name)]);
    const { stdout } = await this.#run(['list-ports', bridge]);
    const stale = stdout.split('\n').filter((name) => name !== '' && !wanted.has(name));
    await this.#vsctl([
      ...stale.map((name) => ['--if-exists', 'del-port', bridge, name]),
      ...[...this.#devices].flatMap(([port, device]) => this.#addPort(port, device)),
      ...own.flatMap((plan) => this.#addInterface(plan)),
    ]);
  }

  /** Puts a device that went away and came back under its name on the bridge again. */
  async readd(port: PortNumber, device: string): Promise<void> {
    // In one transaction the two would cancel out.
    await this.#vsctl([['--if-exists', 'del-port', this.#name, device]]);
    await this.#vsctl(this.#addPort(port, device));
  }

  async addInterface(plan: InterfacePlan): Promise<void> {
    await this.#vsctl(this.#addInterface(plan));
  }

  async removeInterface(name: string): Promise<void> {
    await this.#vsctl([['--if-exists', 'del-port', this.#name, name]]);
  }

  /** Puts just these mirror sessions in force. */
  async setMirrors(mirrors: readonly MirrorPlan[]): Promise<void> {
    const named = new Map<PortNumber, string>();
    const reference = (port: PortNumber) => {
      named.set(port, `@p${port}`);
      return `@p${port}`;
    };
    const rows = mirrors.map(({ session, target, ingress, egress }) => [
      `--id=@m${session}`,
      'create',
      'Mirror',
      `name=session${session}`,
      `select_src_port=[${portsOf(ingress).map(reference).join(',')}]`,
      `select_dst_port=[${portsOf(egress).map(reference).join(',')}]`,
      `output_port=${reference(target)}`,
    ]);
    const ids = mirrors.map(({ session }) => `@m${session}`);
    await this.#vsctl([
      ...[...named].map(([port, id]) => [`--id=${id}`, 'get', 'Port', this.#devices.get(port) ?? '']),
      ...rows,
      ['set', 'Bridge', this.#name, `mirrors=[${ids.join(',')}]`],
    ]);
    await this.#forgetCachedFlows();
  }

  /** Lets ovs-vswitchd forward: it waits for the rules after a start. */
  async beginForwarding(): Promise<void> {
    await this.#run(['--no-wait', 'remove', 'Open_vSwitch', '.', 'other_config', 'flow-restore-wait']);
  }

  async remove(): Promise<void> {
    await this.#vsctl([['--if-exists', 'del-br', this.#name]]);
  }

  /** Cached decisions do not notice that mirrors changed. */
  async #forgetCachedFlows(): Promise<void> {
    const control = await JsonRpcConnection.open(await this.#sockets.vswitchdControl());
    try {
      await control.call('revalidator/purge', []);
    } finally {
      control.close();
    }
  }

  #addPort(port: PortNumber, device: string): string[][] {
    return [
      ['--may-exist', 'add-port', this.#name, device],
      ['set', 'Interface', device, `ofport_request=${port}`],
    ];
  }

  #addInterface({ name, vlan, mac }: InterfacePlan): string[][] {
    return [
      ['--may-exist', 'add-port', this.#name, name],
      ['set', 'Interface', name, 'type=internal', `ofport_request=${interfacePort(vlan)}`, `mac="${colons(mac)}"`],
    ];
  }

  /** Runs commands as one transaction. */
  async #vsctl(commands: readonly (readonly string[])[]): Promise<void> {
    if (commands.length > 0) await this.#run(commands.flatMap((command) => ['--', ...command]));
  }

  #run(parameters: readonly string[]) {
    return runCommand('ovs-vsctl', ['-t', '10', `--db=unix:${this.#sockets.database}`, ...parameters]);
  }
}
