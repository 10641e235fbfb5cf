import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../cloud/store/postgres-database.ts';
import { openSqlStore } from '../../cloud/store/sql-store.ts';
import { openSqlite } from '../../cloud/store/sqlite-database.ts';
import type { Store } from '../../cloud/store/store.ts';
import { type Authority, keptAuthority, sharedAuthority } from '../../cloud/trust/authority.ts';
import { systemClock } from '../../datapath/clock.ts';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { SwitchAction } from '../../fleet/switches/objects.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { CloudProcess, cloudPassword } from './cloud-process.ts';
import { Opened } from './opened.ts';
import { type Enrolled, enrol } from './simulated-fleet.ts';
import { startTestBus, startTestStore } from './test-servers.ts';

/** A part of a cloud that can be lost, and comes back. */
export interface Part {
  readonly name: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A cloud of real processes with switches that were claimed, for trials by many of them and by the loss of its parts. */
export interface FleetTrial {
  readonly ports: readonly number[];
  /** Where the fleet console of each process is. */
  readonly origins: readonly string[];
  readonly authority: string;
  readonly enrolled: readonly Enrolled[];
  /** Gateway and controller are one program; of several each is one. */
  readonly parts: readonly Part[];
  /** Of the processes of the cloud, and of its servers. */
  pids(): Readonly<Record<string, readonly number[]>>;
  /** Signed in to the fleet console of the process that lives for longest. */
  signIn(): Promise<AgentClient>;
  /** Reads the store, if the cloud does not use it exclusively; else once it has ended. */
  look<Result>(work: (store: Store) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The small fleet: one process on SQLite. */
export function smallFleet(switches: number): Promise<FleetTrial> {
  return Opened.all((opened) => openSmallFleet(opened, switches));
}

async function openSmallFleet(opened: Opened, switches: number): Promise<FleetTrial> {
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-fleet-'));
  opened.closes(async () => rmSync(folder, { recursive: true }));
  const open = async () => openSqlStore(await openSqlite(join(folder, 'cloud.sqlite')));
  const authority = await keptAuthority(hostFiles, join(folder, 'authority'), Date.now());
  const store = await open();
  const enrolled = await enrol(store, authority, switches);
  await store.close();
  const cloud = await startCloud(opened, ['--data', folder]);
  return {
    ports: [portOf(cloud)],
    origins: [cloud.origin],
    authority: authority.certificate,
    enrolled,
    parts: [partOf('the process', cloud)],
    pids: () => ({ cloud: [cloud.pid] }),
    signIn: () => signIn(cloud),
    async look(work) {
      await cloud.kill();
      const again = await open();
      try {
        return await work(again);
      } finally {
        await again.close();
        await cloud.begin();
      }
    },
    close: () => opened.close(),
  };
}

/** The large fleet: two processes on three nodes of NATS and PostgreSQL. */
export function largeFleet(switches: number): Promise<FleetTrial> {
  return Opened.all((opened) => openLargeFleet(opened, switches));
}

async function openLargeFleet(opened: Opened, switches: number): Promise<FleetTrial> {
  const bus = await opened.add(startTestBus());
  const server = await opened.add(startTestStore());
  const address = server.database();
  const store = await opened.add(openPostgres(address, systemClock).then((database) => openSqlStore(database)));
  const authority: Authority = await sharedAuthority(store, Date.now());
  const enrolled = await enrol(store, authority, switches);
  const kept = ['--bus', bus.address, '--store', address];
  const starting = [startCloud(opened, kept), startCloud(opened, kept)] as const;
  // Where one does not start, the other is there to be closed.
  await Promise.allSettled(starting);
  const [lost, lasting] = await Promise.all(starting);
  const [node] = bus.nodes;
  if (!node) throw new Error('There is no bus.');
  return {
    ports: [portOf(lost), portOf(lasting)],
    origins: [lost.origin, lasting.origin],
    authority: authority.certificate,
    enrolled,
    parts: [
      partOf('process 1', lost),
      { name: 'a node of the bus', kill: () => node.kill(), start: () => node.start() },
      { name: 'the store', kill: () => server.kill(), start: () => server.start() },
    ],
    pids: () => ({
      cloud: [lost.pid, lasting.pid],
      bus: bus.nodes.map(({ pid }) => pid),
      store: [server.pid],
    }),
    signIn: () => signIn(lasting),
    look: (work) => work(store),
    close: () => opened.close(),
  };
}

/** Starts a process that ends with this one, even where that is killed. */
async function startCloud(opened: Opened, kept: readonly string[]): Promise<CloudProcess> {
  const cloud = await CloudProcess.start({ kept, within: ['/usr/bin/setpriv', '--pdeathsig', 'KILL'] });
  opened.closes(() => cloud.stop());
  return cloud;
}

function partOf(name: string, cloud: CloudProcess): Part {
  return { name, kill: () => cloud.kill(), start: () => cloud.begin() };
}

/** Where switches connect to. */
function portOf({ place }: CloudProcess): number {
  return Number(place.split(':').at(-1));
}

async function signIn({ origin }: CloudProcess): Promise<AgentClient> {
  const client = new AgentClient(origin);
  if ((await client.login(cloudPassword)) !== 0) throw new Error('cannot sign in to the fleet console');
  return client;
}

/** Makes changes through the fleet console, and knows which of them were acknowledged. */
export class Changes {
  readonly #trial: FleetTrial;
  #client: AgentClient | undefined;
  /** Changes that were acknowledged, by serial number. */
  readonly acknowledged = new Map<string, number>();

  constructor(trial: FleetTrial) {
    this.#trial = trial;
  }

  /** Has what this switch has be what is wanted, as a revision of its own; whether that was acknowledged. Never rejects. */
  async make(serial: string): Promise<boolean> {
    try {
      this.#client ??= await this.#trial.signIn();
      const change = { fleetSwitchSerial: serial, fleetSwitchAction: SwitchAction.takeOver };
      const { error } = await this.#client.set('fleetSwitchEntry', change);
      if (error.code !== 0) return false;
      this.acknowledged.set(serial, (this.acknowledged.get(serial) ?? 0) + 1);
      return true;
    } catch {
      // The process is gone; there may be none that knows the session.
      this.#client = undefined;
      return false;
    }
  }

  /** What was acknowledged and is not kept: nothing. */
  lost(): Promise<readonly string[]> {
    return this.#trial.look(async (store) => {
      const lost: string[] = [];
      const trail = { tenant: 'own', orderBy: 'number', descending: true, offset: 0, limit: 10_000 } as const;
      for (const [serial, times] of this.acknowledged) {
        const kept = await store.switchOf(serial);
        if ((kept?.desiredRevision ?? 0) < times) lost.push(`${serial}: revision ${kept?.desiredRevision} of ${times}`);
        const { rows } = await store.audit.list({
          ...trail,
          search: `configuration of switch ${serial} as wanted`.toLowerCase(),
        });
        if (rows.length < times) lost.push(`${serial}: ${rows.length} entries of ${times}`);
      }
      return lost;
    });
  }
}
