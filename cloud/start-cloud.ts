import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../datapath/clock.ts';
import { claimFolder, hostFiles } from '../device/flash/flash-files.ts';
import { Connections } from '../device/http/connections.ts';
import { consoleListener, secureOnly } from '../device/http/listener.ts';
import { OwnNames } from '../device/http/own-names.ts';
import { KnownBrowsers, keptBrowserKey } from '../device/sessions/known-browsers.ts';
import { createLoginKey, LoginKey } from '../device/sessions/login-key.ts';
import { Passwords } from '../device/sessions/passwords.ts';
import { Sessions } from '../device/sessions/sessions.ts';
import { keptLoginKey } from '../device/switch/kept-login-key.ts';
import type { WallClock } from '../device/wall-clock.ts';
import type { ObjectDeclaration } from '../model/schema/object.ts';
import { say } from '../model/values/message.ts';
import { CONFIRM_WINDOW } from '../protocols/cloud/change.ts';
import { ProcessBus } from './bus/process-bus.ts';
import { startController } from './controller/controller.ts';
import { auditLog } from './fleet/audit-log.ts';
import { consolePages } from './fleet/console-pages.ts';
import { FleetDoor } from './fleet/fleet-door.ts';
import { createFleetEntrance } from './fleet/fleet-entrance.ts';
import type { FleetFeature } from './fleet/fleet-feature.ts';
import { createSwitchEntrance } from './fleet/switch-entrance.ts';
import { createSwitchGateway } from './gateway/switch-gateway.ts';
import { openSqlStore } from './store/sql-store.ts';
import { openSqlite } from './store/sqlite-database.ts';
import type { Store } from './store/store.ts';
import { keptAuthority } from './trust/authority.ts';
import { OWN_TENANT, Users } from './users.ts';

/** Milliseconds after which an idle session of the fleet console ends, and sessions side by side. */
const IDLE = 30 * 60_000;
const SESSIONS = 100;

/** Milliseconds between two looks at the certificate of the servers, and before its end at which it is made anew. */
const CERTIFICATE_LOOK = 3_600_000;
const CERTIFICATE_AGE = 300 * 86_400_000;

/** Where something listens. */
interface Place {
  readonly host: string;
  readonly port: number;
}

/** A build of something that browsers are sent. */
export interface ConsoleBuild {
  /** Its folder; nothing of it has to be there. */
  readonly directory: string;
  readonly version: string;
}

/** What a cloud in one process is put together from. */
export interface CloudSettings {
  readonly features: readonly FleetFeature[];
  /** What is configured on switches. */
  readonly switchObjects: readonly ObjectDeclaration[];
  readonly listen: Place;
  readonly switches: Place;
  /** Whether browsers may speak plain HTTP, since nobody can listen in. */
  readonly plain: boolean;
  /** By which switches and browsers know the cloud; the first one is told to people. */
  readonly names: readonly [string, ...string[]];
  /** Seconds in which a switch has to be back after a change from here; default what switches take themselves. */
  readonly window?: number;
  /** Folder in which everything is kept; made where it is missing. */
  readonly directory: string;
  /** The builds of the fleet console, and of the console of switches. */
  readonly fleetConsole: ConsoleBuild;
  readonly switchConsole: ConsoleBuild;
  readonly clock: Clock;
  readonly wallClock: WallClock;
  /** The password of the first account, instead of a random one. */
  readonly initialPassword: string | undefined;
}

/** A cloud that runs. */
export interface RunningCloud {
  /** The ports that are listened on. */
  readonly port: number;
  readonly switchPort: number;
  /** Of its authority, as Cloud Settings of a switch takes it. */
  readonly fingerprint: string;
  /** The password made for the account "admin"; undefined where there are accounts already. */
  readonly initialPassword: string | undefined;
  readonly store: Store;
  /** Lines of switches that are open. */
  lines(): number;
  stop(): Promise<void>;
}

/**
 * Starts gateway, controller and fleet console in this process, on SQLite. Rejects with what is in the way: a damaged authority, a
 * port that is taken. One process alone may use the folder.
 */
export async function startCloud(settings: CloudSettings): Promise<RunningCloud> {
  const { directory, clock, wallClock, names, window = CONFIRM_WINDOW.usual } = settings;
  await claimFolder(hostFiles, directory);
  const authority = await keptAuthority(hostFiles, join(directory, 'authority'), wallClock.now());
  const store = await openSqlStore(await openSqlite(join(directory, 'cloud.sqlite')));
  // What was connected when this process ended is not any more.
  await store.forgetGateway(undefined, wallClock.now());
  const bus = new ProcessBus(clock);
  const users = await Users.open(store, bus);
  const passwords = new Passwords();
  const initialPassword = await makeFirstUser(users, passwords, settings.initialPassword);
  const log = auditLog(store, users, wallClock);
  const serverPair = () => authority.forServer(names, wallClock.now());
  const pair = await serverPair();
  // What it signs is good for minutes, and for this process alone.
  const secret = randomBytes(32);
  const { features, switchObjects } = settings;
  const deciding = { bus, store, authority, users, passwords, clock, wallClock, secret, switchObjects, window };
  const controller = startController(deciding);
  const gateway = createSwitchGateway({ bus, clock, pair, authority: authority.certificate });
  const switchPort = await gateway.listen(settings.switches.port, settings.switches.host);
  const forSwitches = {
    place: `${names[0].includes(':') ? `[${names[0]}]` : names[0]}:${switchPort}`,
    fingerprint: authority.fingerprint,
  };
  const door = new FleetDoor({ store, bus, users, passwords, clock, wallClock, forSwitches, switchObjects }, features);
  const browsers = new KnownBrowsers(await keptBrowserKey(hostFiles, join(directory, 'browser-key'), log));
  const sessions = new Sessions({
    clock,
    wallClock,
    log,
    passwords,
    browsers,
    initialPasswordHash: undefined,
    maximum: SESSIONS,
    idleTimeout: () => IDLE,
    lineIdleTimeout: () => IDLE,
    isDefault: () => false,
  });
  users.follow((name) => sessions.endOf(name, say('The account was changed. Please log in again.')));
  const key = new LoginKey(await keptLoginKey(hostFiles, join(directory, 'login-key'), log, createLoginKey), clock);
  const { fleetConsole, switchConsole, plain, listen } = settings;
  const { version: webVersion } = fleetConsole;
  const entrance = createFleetEntrance({ door, users, sessions, passwords, browsers, key, clock, log, webVersion });
  const carried = {
    fleet: entrance,
    sessions,
    users,
    store,
    bus,
    clock,
    wallClock,
    log,
    window,
    webVersion: switchConsole.version,
  };
  const connections = new Connections();
  const ownNames = new OwnNames();
  ownNames.follow(names);
  const listener = consoleListener(connections, {
    ways: plain ? { ...secureOnly, http: 'serve' } : secureOnly,
    pair: async () => pair,
  });
  listener.onServer((server, secure) =>
    server.on(
      'request',
      consolePages({
        entrance,
        entranceOf: (serial) => createSwitchEntrance(carried, serial),
        connections,
        fleetDirectory: fleetConsole.directory,
        consoleDirectory: switchConsole.directory,
        secure,
        ownNames,
      }),
    ),
  );
  const port = await listener.listen(listen.port, listen.host);
  const renewal = renewing(clock, wallClock, async () => {
    const next = await serverPair();
    listener.replaceCertificate(next);
    gateway.replaceCertificate(next);
  });
  return {
    port,
    switchPort,
    fingerprint: authority.fingerprint,
    initialPassword,
    store,
    lines: () => gateway.count(),
    async stop() {
      renewal();
      await Promise.all([listener.close(), gateway.close()]);
      controller.close();
      users.close();
      await bus.close();
      await store.forgetGateway(undefined, wallClock.now());
      await store.close();
    },
  };
}

/** Makes the servers' certificate anew in time. */
function renewing(clock: Clock, wallClock: Pick<WallClock, 'now'>, renew: () => Promise<void>): () => void {
  let made = wallClock.now();
  return clock.every(CERTIFICATE_LOOK, () => {
    if (wallClock.now() - made < CERTIFICATE_AGE) return;
    made = wallClock.now();
    void renew().catch(() => {});
  });
}

/** The account "admin" of a cloud that has none; resolves to its password, to undefined where there are accounts. */
async function makeFirstUser(users: Users, passwords: Passwords, wanted: string | undefined) {
  if (users.all().length > 0) return undefined;
  const password = wanted ?? randomPassword();
  const passwordHash = await passwords.hash(password);
  await users.put({ name: 'admin', tenant: OWN_TENANT, passwordHash, role: 'administrator' });
  return password;
}

/** 80 bits in letters and digits that are not taken for one another: a switch's wizard takes no others. */
function randomPassword(): string {
  const characters = 'abcdefghijkmnpqrstuvwxyz23456789';
  return [...randomBytes(16)].map((octet) => characters[octet % 32]).join('');
}
