import { Bridge, type PortDevices } from './bridge.ts';
import type { OvsSockets } from './daemons.ts';
import { FlowTable } from './flow-table.ts';
import type { Forwarder } from './forwarder.ts';
import { type ForeignChanges, foreignChanges, monitorFlows } from './openflow/flow-monitor.ts';
import { MessageType, OpenFlowVersion } from './openflow/message.ts';
import { mutedPorts } from './openflow/muted-ports.ts';
import { OpenFlowConnection, type OpenFlowEvents } from './openflow/openflow-connection.ts';
import { buildPacketOut, type PacketIn } from './openflow/packet.ts';
import { Ovsdb } from './ovsdb.ts';
import { RULE_TABLES } from './pipeline/layout.ts';
import type { PacketOut } from './pipeline/packet-outs.ts';
import type { PortMonitor } from './port-monitor.ts';
import { VswitchdControl } from './vswitchd-control.ts';

/** Events of the connections. */
export interface ConnectionEvents {
  packetIn(packet: PacketIn): void;
  /** Somebody else changed rules of the bridge. */
  rulesChanged(changes: ForeignChanges): void;
  /** One of the daemons is gone; reported once, and not after `close`. */
  lost(daemon: 'ovsdb-server' | 'ovs-vswitchd'): void;
}

/** The bridge that the connections are to. */
export interface BridgeOptions {
  readonly name: string;
  readonly devices: PortDevices;
  readonly forwarder: Forwarder;
  /** Rows that the forwarding database holds at most. */
  readonly forwardingDatabaseSize: number;
  /** Called when the bridge is this driver's to change, and before it is changed. */
  takePorts(): Promise<void>;
}

/** Milliseconds until a bridge has to have its management socket. */
const PATIENCE = 3000;
const STEP = 20;

/**
 * The driver's standing connections to an Open vSwitch: the database for ports; OpenFlow three times, so that
 * no frame waits behind a change and no read behind either; and ovs-vswitchd's control. The end of any one ends them all.
 */
export class Connections {
  readonly bridge: Bridge;
  /** Whether the bridge was made now. */
  readonly isNew: boolean;
  readonly flows: FlowTable;
  readonly control: VswitchdControl;
  readonly #frames: OpenFlowConnection;
  readonly #rules: OpenFlowConnection;
  readonly #database: Ovsdb;
  readonly #lines: readonly { close(): void }[];
  #open = true;

  private constructor(
    bridge: Bridge,
    isNew: boolean,
    database: Ovsdb,
    control: VswitchdControl,
    openFlow: OpenFlowLines,
  ) {
    this.bridge = bridge;
    this.isNew = isNew;
    this.control = control;
    this.#database = database;
    this.#frames = openFlow.frames;
    this.#rules = openFlow.rules;
    this.flows = new FlowTable({ ...openFlow, purge: () => control.purge() });
    this.#lines = [database, control, ...Object.values(openFlow)];
  }

  /**
   * Opens all of them, takes the bridge's lock, and makes the bridge where it is missing. Rejects with one clear sentence
   * where another agent has the lock (nothing is touched then), or where the bridge has no datapath.
   */
  static async open(
    sockets: OvsSockets,
    { name, devices, forwarder, forwardingDatabaseSize, takePorts }: BridgeOptions,
    monitor: PortMonitor,
    events: ConnectionEvents,
  ): Promise<Connections> {
    const opened: { close(): void }[] = [];
    const keep = <Line extends { close(): void }>(line: Line): Line => {
      opened.push(line);
      return line;
    };
    let connections: Connections | undefined;
    let undo = async () => {};
    const lost = (daemon: 'ovsdb-server' | 'ovs-vswitchd') => {
      if (connections && !connections.isOpen) return;
      if (!connections) for (const line of opened) line.close();
      else {
        connections.close();
        events.lost(daemon);
      }
    };
    try {
      const database = keep(await Ovsdb.open(sockets.database));
      void database.closed.then(() => lost('ovsdb-server'));
      if (!(await database.lock(name))) {
        throw new Error(`Another agent drives the bridge ${name} of the Open vSwitch at ${sockets.database} already.`);
      }
      await takePorts();
      const bridge = new Bridge(database, name, devices, forwarder);
      const isNew = await bridge.ensure(forwardingDatabaseSize);
      if (isNew) undo = () => bridge.remove().catch(() => {});
      await monitor.follow(database);
      const control = keep(await VswitchdControl.open(await sockets.vswitchdControl()));
      void control.closed.then(() => lost('ovs-vswitchd'));
      const path = `${sockets.runDirectory}/${name}.mgmt`;
      const gone = { lost: () => lost('ovs-vswitchd') };
      const open = async (version: OpenFlowVersion, told: OpenFlowEvents) =>
        keep(await openManagement(path, version, told));
      const openFlow = {
        frames: await open(OpenFlowVersion.v14, { ...gone, packetIn: events.packetIn }),
        rules: await open(OpenFlowVersion.v14, {
          ...gone,
          told: (message) => {
            const changes = foreignChanges(message);
            if (changes) events.rulesChanged(changes);
          },
        }),
        statistics: await open(OpenFlowVersion.v10, gone),
      };
      await monitorFlows(openFlow.rules, RULE_TABLES);
      connections = new Connections(bridge, isNew, database, control, openFlow);
      return connections;
    } catch (error) {
      await undo();
      for (const line of opened) line.close();
      throw error;
    }
  }

  /** Whether all of them are open. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Lets a frame of the agent into the pipeline. */
  sendFrame({ inPort, actions }: PacketOut, frame: Uint8Array): void {
    this.#frames.send({ type: MessageType.packetOut, body: buildPacketOut(inPort, actions, frame) });
  }

  /**
   * Differences from what the driver has put there, with the ports `others` by their numbers in addition to the
   * devices.
   */
  async differences(
    others: ReadonlyMap<string, number>,
  ): Promise<Awaited<ReturnType<Bridge['differences']>> & { readonly muted: readonly string[] }> {
    const [differences, muted] = await Promise.all([this.bridge.differences(others), mutedPorts(this.#rules)]);
    return { ...differences, muted };
  }

  /** Resolves when both daemons have answered; rejects when the connections end before. */
  async pulse(): Promise<void> {
    await Promise.all([this.control.pulse(), this.#database.pulse()]);
  }

  /** Ends them; whatever waits for an answer is rejected at once. */
  close(): void {
    this.#open = false;
    for (const line of this.#lines) line.close();
  }
}

interface OpenFlowLines {
  readonly frames: OpenFlowConnection;
  readonly rules: OpenFlowConnection;
  readonly statistics: OpenFlowConnection;
}

/** The socket comes a moment after the bridge; where a bridge has no datapath it never comes. */
async function openManagement(
  path: string,
  version: OpenFlowVersion,
  events: OpenFlowEvents,
): Promise<OpenFlowConnection> {
  for (let waited = 0; ; waited += STEP) {
    try {
      return await OpenFlowConnection.open(path, version, events);
    } catch {
      if (waited >= PATIENCE) {
        throw new Error(
          'Open vSwitch cannot make its datapath: another one already runs in this network namespace (attach to it with --ovsdb).',
        );
      }
      await new Promise((resolve) => setTimeout(resolve, STEP));
    }
  }
}
