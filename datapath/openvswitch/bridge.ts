import { portsOf } from '../../model/values/port-list.ts';
import type { InterfacePlan, MirrorPlan, PortNumber } from '../plan.ts';
import type { OvsSockets } from './daemons.ts';
import { interfacePort, Table } from './pipeline/tables.ts';
import { colons } from './pipeline/vlan-flows.ts';
import { runCommand } from './run-command.ts';
import { purgeDecisions } from './vswitchd-control.ts';

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

  /** Makes the bridge and its ports where they are missing; `size` is what the forwarding database holds at most. */
  async ensure(size: number): Promise<void> {
    const bridge = this.#name;
    await this.#vsctl([
      ['--may-exist', 'add-br', bridge],
      ['set', 'Bridge', bridge, 'datapath_type=netdev', 'fail_mode=secure'],
      ['--id=@learned', 'create', 'Flow_Table', `flow_limit=${size}`, 'overflow_policy=refuse'],
      ['set', 'Bridge', bridge, `flow_tables:${Table.learned}=@learned`],
      ...[...this.#devices].flatMap(([port, device]) => this.#addPort(port, device)),
    ]);
  }

  /** Takes away ports that are neither the switch's devices nor one of `interfaces`. */
  async removeOthers(interfaces: Iterable<InterfacePlan>): Promise<void> {
    const wanted = new Set(this.#devices.values());
    for (const { name } of interfaces) wanted.add(name);
    const { stdout } = await this.#run(['list-ports', this.#name]);
    const others = stdout.split('\n').filter((name) => name !== '' && !wanted.has(name));
    await this.#vsctl(others.map((name) => ['--if-exists', 'del-port', this.#name, name]));
  }

  /** Puts a device that went away and came back under its name on the bridge again. */
  async readd(port: PortNumber, device: string): Promise<void> {
    // In one transaction the two would cancel out.
    await this.#vsctl([['--if-exists', 'del-port', this.#name, device]]);
    await this.#vsctl(this.#addPort(port, device));
  }

  /** Makes the switch's own interfaces where they are missing. */
  async addInterfaces(plans: readonly InterfacePlan[]): Promise<void> {
    await this.#vsctl(
      plans.flatMap(({ name, vlan, mac }) => [
        ['--may-exist', 'add-port', this.#name, name],
        ['set', 'Interface', name, 'type=internal', `ofport_request=${interfacePort(vlan)}`, `mac="${colons(mac)}"`],
      ]),
    );
  }

  /** Takes away interfaces of the switch. */
  async removeInterfaces(names: readonly string[]): Promise<void> {
    await this.#vsctl(names.map((name) => ['--if-exists', 'del-port', this.#name, name]));
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
    await purgeDecisions(this.#sockets);
  }

  /** Takes the bridge away, and with it the switch's own interfaces. */
  async remove(): Promise<void> {
    await this.#vsctl([['--if-exists', 'del-br', this.#name]]);
  }

  #addPort(port: PortNumber, device: string): string[][] {
    return [
      ['--may-exist', 'add-port', this.#name, device],
      ['set', 'Interface', device, `ofport_request=${port}`],
    ];
  }

  /** Runs commands as one transaction, and waits until ovs-vswitchd has carried it out. */
  async #vsctl(commands: readonly (readonly string[])[]): Promise<void> {
    if (commands.length > 0) await this.#run(commands.flatMap((command) => ['--', ...command]));
  }

  #run(parameters: readonly string[]) {
    return runCommand('ovs-vsctl', ['-t', '10', `--db=unix:${this.#sockets.database}`, ...parameters]);
  }
}
