import type { InterfacePlan, PortNumber } from '../plan.ts';
import type { Forwarder } from './forwarder.ts';
import { type Operation, type Ovsdb, references, referTo } from './ovsdb.ts';
import { interfacePort } from './pipeline/interface-flows.ts';
import { Table } from './pipeline/layout.ts';

/** Name of the bridge that a driver keeps to. */
export const BRIDGE = 'faceplate';

/** Host interface names by port number. */
export type PortDevices = ReadonlyMap<PortNumber, string>;

/** A port to be made: its name, its OpenFlow number, and for an interface of the switch its address. */
interface WantedPort {
  readonly name: string;
  readonly number: number;
  readonly mac?: string;
}

/** Settings of the bridge beside what forwards its frames. Others' controllers would change its rules, and a protocol of its own close its ports. */
const SETTINGS: Readonly<Record<string, unknown>> = {
  fail_mode: 'secure',
  protocols: ['set', []],
  controller: ['set', []],
  mirrors: ['set', []],
  stp_enable: false,
  rstp_enable: false,
};

/** The bridge as the database has it. */
interface BridgeRow {
  readonly uuid: string;
  /** Whether it has the driver's settings. */
  readonly isAsSet: boolean;
  /** UUIDs of its ports by their name, the bridge's own port among them. */
  readonly ports: ReadonlyMap<string, string>;
}

/** How the bridge's rows differ from what the driver has put there. */
interface BridgeDifferences {
  /** The names of ports that should be on the bridge and are not. */
  readonly missing: readonly string[];
  /** The names of those that are and should not be. */
  readonly foreign: readonly string[];
  /** The names of those that are to have another number than that of their rules. */
  readonly renumbered: readonly string[];
  /** Whether the bridge's own settings are the driver's. */
  readonly isAsSet: boolean;
}

/** The bridge's rows in the database. */
export class Bridge {
  readonly #database: Ovsdb;
  readonly #name: string;
  readonly #devices: PortDevices;
  readonly #settings: Readonly<Record<string, unknown>>;

  /** @param forwarder what is to forward its frames. */
  constructor(database: Ovsdb, name: string, devices: PortDevices, forwarder: Forwarder = 'netdev') {
    this.#database = database;
    this.#name = name;
    this.#devices = devices;
    this.#settings = { ...SETTINGS, datapath_type: forwarder };
  }

  /**
   * Creates the bridge and its ports if they are missing; `size` is the maximum size of the forwarding database. A
   * device that does not exist affects only its own port: Open vSwitch uses it as soon as it appears. Returns whether
   * the bridge is new.
   */
  async ensure(size: number): Promise<boolean> {
    const row = await this.#find();
    const settings = {
      ...this.#settings,
      flow_tables: ['map', [[Table.learned, ['named-uuid', 'learned']]]],
    };
    const learned: Operation = {
      op: 'insert',
      table: 'Flow_Table',
      row: { flow_limit: size, overflow_policy: 'refuse' },
      'uuid-name': 'learned',
    };
    const wanted = [...this.#devices].map(([number, name]) => ({ name, number }));
    await this.#refuseForeign(row, wanted);
    if (row) {
      const where = [['name', '==', this.#name]];
      await this.#database.apply([
        learned,
        { op: 'update', table: 'Bridge', where, row: settings },
        ...this.#addPorts(row, wanted),
      ]);
      return false;
    }
    const own: WantedPort = { name: this.#name, number: 0 };
    const operations = [own, ...wanted].flatMap(insertPort);
    await this.#database.apply([
      learned,
      ...operations,
      {
        op: 'insert',
        table: 'Bridge',
        row: { name: this.#name, ports: ['set', namedPorts([own, ...wanted])], ...settings },
        'uuid-name': 'bridge',
      },
      {
        op: 'mutate',
        table: 'Open_vSwitch',
        where: [],
        mutations: [['bridges', 'insert', ['set', [['named-uuid', 'bridge']]]]],
      },
    ]);
    return true;
  }

  /** Takes away ports that are neither the switch's devices, nor one of `interfaces`, nor one of `others`. */
  async removeOthers(interfaces: Iterable<InterfacePlan>, others: readonly string[]): Promise<void> {
    const wanted = new Set([this.#name, ...this.#devices.values(), ...others]);
    for (const { name } of interfaces) wanted.add(name);
    const row = await this.#find();
    const unwanted = [...(row?.ports.keys() ?? [])].filter((name) => !wanted.has(name));
    await this.#removePorts(row, unwanted);
  }

  /**
   * Differences from what the driver has put there, with the ports `others` by their numbers in addition to the
   * devices.
   */
  async differences(others: ReadonlyMap<string, number>): Promise<BridgeDifferences> {
    const devices = [...this.#devices].map(([number, name]) => [name, number] as const);
    const wanted = new Map([...devices, ...others]);
    const [row, interfaces] = await Promise.all([
      this.#find(),
      this.#database.select('Interface', ['name', 'ofport_request']),
    ]);
    const present = row?.ports ?? new Map<string, string>();
    return {
      missing: [this.#name, ...wanted.keys()].filter((name) => !present.has(name)),
      foreign: [...present.keys()].filter((name) => name !== this.#name && !wanted.has(name)),
      renumbered: interfaces
        .filter(({ name, ofport_request }) => {
          const number = wanted.get(String(name));
          return number !== undefined && ofport_request !== number && present.has(String(name));
        })
        .map(({ name }) => String(name)),
      isAsSet: row?.isAsSet ?? false,
    };
  }

  /** Puts a device that went away and came back under its name on the bridge again. */
  async readd(port: PortNumber, device: string): Promise<void> {
    // In one transaction the two would cancel out.
    await this.#removePorts(await this.#find(), [device]);
    const row = await this.#find();
    if (row) await this.#database.apply(this.#addPorts(row, [{ name: device, number: port }]));
  }

  /** Makes the switch's own interfaces where they are missing. */
  async addInterfaces(plans: readonly InterfacePlan[]): Promise<void> {
    await this.#ensurePorts(plans.map(({ name, vlan, mac }) => ({ name, number: interfacePort(vlan), mac })));
  }

  /** Takes a device of the host as the port `number` where it is none yet. */
  async addDevice(name: string, number: number): Promise<void> {
    await this.#ensurePorts([{ name, number }]);
  }

  async #ensurePorts(wanted: readonly WantedPort[]): Promise<void> {
    if (wanted.length === 0) return;
    const row = await this.#find();
    await this.#refuseForeign(row, wanted);
    if (!row || (await this.#areThere(row, wanted))) return;
    await this.#database.apply(this.#addPorts(row, wanted));
  }

  /** Whether the bridge has these ports as they would be made: nothing is written then, since a full disk would refuse it. */
  async #areThere({ ports }: BridgeRow, wanted: readonly WantedPort[]): Promise<boolean> {
    const present = new Map(
      (await this.#database.select('Interface', ['name', 'ofport_request', 'type', 'mac'])).map((row) => [
        row.name,
        row,
      ]),
    );
    return wanted.every((port) => {
      const row = present.get(port.name);
      const isAsWanted = Object.entries(interfaceRow(port)).every(([column, value]) => row?.[column] === value);
      return ports.has(port.name) && isAsWanted;
    });
  }

  /** Takes away interfaces of the switch, or devices. */
  async removePorts(names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.#removePorts(await this.#find(), names);
  }

  /** Takes the bridge away, and with it the switch's own interfaces. */
  async remove(): Promise<void> {
    const row = await this.#find();
    if (!row) return;
    const mutations = [['bridges', 'delete', referTo([row.uuid])]];
    await this.#database.apply([{ op: 'mutate', table: 'Open_vSwitch', where: [], mutations }]);
  }

  async #find(): Promise<BridgeRow | undefined> {
    const [bridges, ports] = await Promise.all([
      this.#database.select('Bridge', ['_uuid', 'ports', ...Object.keys(this.#settings)], [['name', '==', this.#name]]),
      this.#database.select('Port', ['_uuid', 'name']),
    ]);
    const [bridge] = bridges;
    const [uuid] = references(bridge?._uuid);
    if (!bridge || uuid === undefined) return undefined;
    const members = new Set(references(bridge.ports));
    const named = ports.flatMap(({ _uuid, name }) =>
      references(_uuid).flatMap((port): [string, string][] => (members.has(port) ? [[String(name), port]] : [])),
    );
    const isAsSet = Object.entries(this.#settings).every(
      ([column, value]) => JSON.stringify(bridge[column]) === JSON.stringify(value),
    );
    return { uuid, isAsSet, ports: new Map(named) };
  }

  /** A name exists once in a database: ports of another bridge are not taken from it. */
  async #refuseForeign(row: BridgeRow | undefined, wanted: readonly WantedPort[]): Promise<void> {
    const names = new Set(wanted.filter(({ name }) => !row?.ports.has(name)).map(({ name }) => name));
    if (names.size === 0) return;
    for (const { name } of await this.#database.select('Port', ['name'])) {
      if (names.has(String(name))) {
        throw new Error(`Interface ${String(name)} is a port of another bridge of this Open vSwitch.`);
      }
    }
  }

  /** Operations that create missing ports, and give the others their numbers and addresses. */
  #addPorts(row: BridgeRow, wanted: readonly WantedPort[]): Operation[] {
    const missing = wanted.filter(({ name }) => !row.ports.has(name));
    const present = wanted.filter(({ name }) => row.ports.has(name));
    return [
      ...present.map((port) => ({
        op: 'update',
        table: 'Interface',
        where: [['name', '==', port.name]],
        row: interfaceRow(port),
      })),
      ...missing.flatMap(insertPort),
      ...(missing.length === 0
        ? []
        : [
            {
              op: 'mutate',
              table: 'Bridge',
              where: [['name', '==', this.#name]],
              mutations: [['ports', 'insert', ['set', namedPorts(missing)]]],
            },
          ]),
    ];
  }

  async #removePorts(row: BridgeRow | undefined, names: readonly string[]): Promise<void> {
    const uuids = names.flatMap((name) => row?.ports.get(name) ?? []);
    if (uuids.length === 0) return;
    const mutations = [['ports', 'delete', referTo(uuids)]];
    await this.#database.apply([{ op: 'mutate', table: 'Bridge', where: [['name', '==', this.#name]], mutations }]);
  }
}

/** OpenFlow number 0 leaves the choice to Open vSwitch: the bridge's own port has one already. */
function interfaceRow({ number, mac }: WantedPort): Readonly<Record<string, unknown>> {
  return {
    ...(number > 0 ? { ofport_request: number } : {}),
    ...(number === 0 || mac !== undefined ? { type: 'internal' } : {}),
    ...(mac === undefined ? {} : { mac: mac.replaceAll('-', ':').toLowerCase() }),
  };
}

function insertPort(port: WantedPort): Operation[] {
  const { name } = port;
  return [
    { op: 'insert', table: 'Interface', row: { name, ...interfaceRow(port) }, 'uuid-name': idOf('interface', port) },
    {
      op: 'insert',
      table: 'Port',
      row: { name, interfaces: ['named-uuid', idOf('interface', port)] },
      'uuid-name': idOf('port', port),
    },
  ];
}

function namedPorts(ports: readonly WantedPort[]): unknown[] {
  return ports.map((port) => ['named-uuid', idOf('port', port)]);
}

function idOf(kind: 'interface' | 'port', { number }: WantedPort): string {
  return `${kind}${number}`;
}
