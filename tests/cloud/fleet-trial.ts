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
import { type CloudProcess, startCloudProcess } from './fleet-process.ts';
import { type Enrolled, enrol } from './simulated-fleet.ts';
import { FLEET_PASSWORD } from './test-fleet.ts';
import { freePorts, startTestBus, startTestStore } from './test-servers.ts';

/** A part of a cloud that can be lost, and comes back. */
export interface Part {
  readonly name: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A cloud of real processes with switches that were claimed, for trials by many of them and by the loss of its parts. */
export interface FleetTrial {
  readonly ports: readonly number[];
  readonly authority: string;
  readonly enrolled: readonly Enrolled[];
  /** Gateway and controller are one program; of several each is one. */
  readonly parts: readonly Part[];
  /** Of the processes of the cloud, and of what it stands on. */
  pids(): Readonly<Record<string, readonly number[]>>;
  /** Signed in to the fleet console of the process that lives for longest. */
  signIn(): Promise<AgentClient>;
  /** Looks into the store, where the cloud itself does not have it for itself alone; else once it has ended. */
  look<Result>(work: (store: Store) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The small fleet: one process on SQLite. */
export async function smallFleet(switches: number): Promise<FleetTrial> {
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-fleet-'));
  const [port = 0] = await freePorts(1);
  const open = async () => openSqlStore(await openSqlite(join(folder, 'cloud.sqlite')));
  const authority = await keptAuthority(hostFiles, join(folder, 'authority'), Date.now());
  const store = await open();
  const enrolled = await enrol(store, authority, switches);
  await store.close();
  const part = cloudPart('the process', ['--data', folder, '--switches', `127.0.0.1:${port}`]);
  await part.start();
  return {
    ports: [port],
    authority: authority.certificate,
    enrolled,
    parts: [part],
    pids: () => ({ cloud: [part.process().pid] }),
    signIn: () => signIn(part.process()),
    async look(work) {
      await part.kill();
      const again = await open();
      try {
        return await work(again);
      } finally {
        await again.close();
        await part.start();
      }
    },
    async close() {
      await part.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The large fleet: two processes on three nodes of NATS and PostgreSQL. */
export async function largeFleet(switches: number): Promise<FleetTrial> {
  const [bus, server] = await Promise.all([startTestBus(), startTestStore()]);
  const address = server.database();
  const store = await openSqlStore(await openPostgres(address, systemClock));
  const authority: Authority = await sharedAuthority(store, Date.now());
  const enrolled = await enrol(store, authority, switches);
  const ports = await freePorts(2);
  const clouds = ports.map((port, at) =>
    cloudPart(`process ${at + 1}`, ['--bus', bus.address, '--store', address, '--switches', `127.0.0.1:${port}`]),
  );
  await Promise.all(clouds.map((part) => part.start()));
  const [node] = bus.nodes;
  if (!node) throw new Error('There is no bus.');
  return {
    ports,
    authority: authority.certificate,
    enrolled,
    parts: [
      ...clouds.slice(0, 1),
      { name: 'a node of the bus', kill: () => node.kill(), start: () => node.start() },
      { name: 'the store', kill: () => server.kill(), start: () => server.start() },
    ],
    pids: () => ({
      cloud: clouds.map((part) => part.process().pid),
      bus: bus.nodes.map(({ pid }) => pid),
      store: [server.pid],
    }),
    signIn() {
      const [, lasting] = clouds;
      if (!lasting) throw new Error('There is no second process.');
      return signIn(lasting.process());
    },
    look: (work) => work(store),
    async close() {
      await Promise.all(clouds.map((part) => part.kill()));
      await store.close();
      await Promise.all([bus.close(), server.close()]);
    },
  };
}

function cloudPart(name: string, words: readonly string[]) {
  let running: CloudProcess | undefined;
  return {
    name,
    async start() {
      running = await startCloudProcess(words);
    },
    kill: async () => running?.kill(),
    process(): CloudProcess {
      if (!running) throw new Error(`${name} does not run.`);
      return running;
    },
  };
}

async function signIn({ port }: CloudProcess): Promise<AgentClient> {
  const client = new AgentClient(`http://127.0.0.1:${port}`);
  if ((await client.login(FLEET_PASSWORD)) !== 0) throw new Error('cannot sign in to the fleet console');
  return client;
}

/** Makes changes through the fleet console, and knows which of them it was told to be kept. */
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
      // The process is gone, and the session with it.
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
        const { rows } = await store.listAudit({ ...trail, search: `wants what switch ${serial}`.toLowerCase() });
        if (rows.length < times) lost.push(`${serial}: ${rows.length} entries of ${times}`);
      }
      return lost;
    });
  }
}
