import type { OvsSockets } from './daemons.ts';
import { OpenFlowConnection } from './openflow/openflow-connection.ts';
import type { PacketIn } from './openflow/packet.ts';
import { Ovsdb } from './ovsdb.ts';
import type { PortMonitor } from './port-monitor.ts';

/** What the connections tell. */
export interface ConnectionEvents {
  packetIn(packet: PacketIn): void;
  /** One of the daemons is gone; told once, and not after `close`. */
  lost(daemon: 'ovsdb-server' | 'ovs-vswitchd'): void;
}

/** Milliseconds until a bridge has to have its management socket. */
const PATIENCE = 3000;
const STEP = 20;

/** The driver's standing connections: the database for the ports, OpenFlow for frames. Either one's end means a death. */
export class Connections {
  readonly frames: OpenFlowConnection;
  readonly #database: Ovsdb;
  #open = true;

  private constructor(database: Ovsdb, frames: OpenFlowConnection) {
    this.#database = database;
    this.frames = frames;
  }

  /** Opens both. Rejects with one clear sentence where the bridge has no datapath. */
  static async open(
    sockets: OvsSockets,
    bridge: string,
    monitor: PortMonitor,
    events: ConnectionEvents,
  ): Promise<Connections> {
    let connections: Connections | undefined;
    const lost = (daemon: 'ovsdb-server' | 'ovs-vswitchd') => {
      if (!connections?.isOpen) return;
      connections.close();
      events.lost(daemon);
    };
    const database = await Ovsdb.open(sockets.database);
    try {
      await monitor.follow(database);
      const frames = await openManagement(`${sockets.runDirectory}/${bridge}.mgmt`, {
        packetIn: events.packetIn,
        lost: () => lost('ovs-vswitchd'),
      });
      connections = new Connections(database, frames);
      void database.closed.then(() => lost('ovsdb-server'));
      return connections;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Whether both stand. */
  get isOpen(): boolean {
    return this.#open;
  }

  close(): void {
    this.#open = false;
    this.#database.close();
    this.frames.close();
  }
}

/** The socket comes a moment after the bridge; where a bridge has no datapath it never comes. */
async function openManagement(
  path: string,
  events: { packetIn(packet: PacketIn): void; lost(): void },
): Promise<OpenFlowConnection> {
  for (let waited = 0; ; waited += STEP) {
    try {
      return await OpenFlowConnection.open(path, events);
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
