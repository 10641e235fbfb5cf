import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../datapath/clock.ts';
import type { KeyPair } from '../device/console-settings.ts';
import { readTrustedKeys } from '../device/firmware/trusted-keys.ts';
import { claimFolder, hostFiles } from '../device/flash/flash-files.ts';
import { Connections } from '../device/http/connections.ts';
import { consoleListener, secureOnly } from '../device/http/listener.ts';
import { OwnNames } from '../device/http/own-names.ts';
import { type LogWriter, Severity } from '../device/log/log.ts';
import { KnownBrowsers } from '../device/sessions/known-browsers.ts';
import { LoginKey } from '../device/sessions/login-key.ts';
import { Passwords } from '../device/sessions/passwords.ts';
import { fullStrength, type SecretStrength } from '../device/sessions/secret-strength.ts';
import { proveUser } from '../device/sessions/sign-in.ts';
import { TemporaryFiles } from '../device/switch/temporary-files.ts';
import type { WallClock } from '../device/wall-clock.ts';
import type { ObjectDeclaration } from '../model/schema/object.ts';
import type { IpNetwork } from '../model/values/ip-prefix.ts';
import { say, wordsOf } from '../model/values/message.ts';
import { CONFIRM_WINDOW } from '../protocols/cloud/change.ts';
import { ACME_FILE, AUTHORITY_FILE, STORE_FILE } from './backup.ts';
import type { Bus } from './bus/bus.ts';
import { openNats } from './bus/nats-bus.ts';
import { ProcessBus } from './bus/process-bus.ts';
import { type ClockFault, clockFaults } from './clock-fault.ts';
import { startController } from './controller/controller.ts';
import { auditLog } from './fleet/audit-log.ts';
import { consolePages } from './fleet/console-pages.ts';
import { createFleetBackend } from './fleet/fleet-backend.ts';
import type { FleetFeature } from './fleet/fleet-feature.ts';
import { FleetManagement } from './fleet/fleet-management.ts';
import { FleetMetrics, type MetricsPermit } from './fleet/fleet-metrics.ts';
import { fleetProving } from './fleet/fleet-proving.ts';
import { FleetSessions } from './fleet/fleet-sessions.ts';
import { createSwitchBackend } from './fleet/switch-backend.ts';
import { createSwitchGateway } from './gateway/switch-gateway.ts';
import { passingFolder } from './passing-folder.ts';
import type { AuditEntry } from './store/audit.ts';
import { openPostgres } from './store/postgres-database.ts';
import { openSqlStore } from './store/sql-store.ts';
import { openSqlite } from './store/sqlite-database.ts';
import type { Store } from './store/store.ts';
import { type AcmeKeeping, acmeInFile, acmeInStore } from './trust/acme-keeping.ts';
import { type AcmeOptions, orderCertificate } from './trust/acme-order.ts';
import { AcmePair } from './trust/acme-pair.ts';
import { type Authority, isServerDue, keptAuthority, sharedAuthority } from './trust/authority.ts';
import { changedPair, type PairFiles, readPair } from './trust/given-pair.ts';
import { publicNames } from './trust/public-names.ts';
import { type SharedKeys, sharedKeys } from './trust/shared-keys.ts';
import { OWN_TENANT, Users } from './users.ts';

/** Milliseconds between two looks at the certificate of the servers and the keys of tickets: a clock may be set at any time. */
const KEY_LOOK = 60_000;

/** Address of a listener. */
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

/** Milliseconds that a process of the cloud has for making the first account, and between two looks whether another one has. */
const FIRST_USER = 30_000;
const FIRST_USER_LOOK = 200;

/** Settings of a cloud's process. */
export interface CloudSettings {
  readonly features: readonly FleetFeature[];
  /** Objects configured on switches. */
  readonly switchObjects: readonly ObjectDeclaration[];
  readonly listen: Place;
  readonly switches: Place;
  /** Whether browsers may use plain HTTP, since it cannot be overheard. */
  readonly plain: boolean;
  /** Files of the certificate for browsers; default one of the cloud's authority. */
  readonly ownPair?: PairFiles | undefined;
  /** How the certificate for browsers is obtained from a public authority. */
  readonly acme?: AcmeOptions | undefined;
  /** Called with a sentence if that fails. */
  readonly acmeFailed?: (words: string) => void;
  /** Proxies whose word about who their clients are counts; browsers reach them by HTTPS. */
  readonly trustedProxies?: readonly IpNetwork[];
  /** Names by which switches and browsers reach the cloud; the first one is shown to users. */
  readonly names: readonly [string, ...string[]];
  /** Seconds in which a switch has to be back after a change from here; default what switches take themselves. */
  readonly window?: number;
  /**
   * The storage: a folder, which is created if missing and which only this process uses; or a store shared with others,
   * which are found over a bus (with addresses as for `openPostgres` and `openNats`).
   */
  readonly kept: { readonly directory: string } | { readonly bus: string; readonly store: string };
  /** Files with the public keys (PEM) that may sign firmware for switches; none of them has to exist. */
  readonly firmwareKeys: readonly string[];
  /** The builds of the fleet console, and of the console of switches. */
  readonly fleetConsole: ConsoleBuild;
  readonly switchConsole: ConsoleBuild;
  readonly clock: Clock;
  readonly wallClock: WallClock;
  /** The password of the first account, instead of a random one. */
  readonly initialPassword: string | undefined;
  /** Who may fetch the metrics; default: they are not served. */
  readonly metrics?: MetricsPermit | undefined;
  /** Default: as delivered. */
  readonly secrets?: SecretStrength;
  /** Called with each entry of the audit trail that this process adds. */
  readonly audited?: (entry: AuditEntry) => void;
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
  /** Whether the clock was evidently wrong when it began, and by what. */
  readonly clockFault: ClockFault | undefined;
  readonly store: Store;
  /** Lines of switches that are open. */
  lines(): number;
  stop(): Promise<void>;
}

/** Dependencies of the parts of a cloud. */
interface Ground {
  readonly bus: Bus;
  readonly store: Store;
  readonly authority: Authority;
  readonly keys: SharedKeys;
}

const wrongClock = say('The clock of the cloud is wrong: it shows a time before the cloud was set up or last used.');

/** For a cloud that is one process. */
async function ownGround(
  directory: string,
  { clock, wallClock, audited, secrets = fullStrength }: CloudSettings,
): Promise<Ground> {
  await claimFolder(hostFiles, directory);
  const authority = await keptAuthority(hostFiles, join(directory, AUTHORITY_FILE), wallClock.now());
  const store = await openSqlStore(await openSqlite(join(directory, STORE_FILE)), audited);
  // Connections at the end of this process no longer exist.
  await store.lines.forgetGateway(undefined, wallClock.now());
  return { bus: new ProcessBus(clock), store, authority, keys: await sharedKeys(store, secrets) };
}

/** For one process of several. */
async function sharedGround(
  { bus, store: address }: { readonly bus: string; readonly store: string },
  { clock, wallClock, audited, secrets = fullStrength }: CloudSettings,
): Promise<Ground> {
  const store = await openSqlStore(await openPostgres(address, clock), audited);
  const keys = await sharedKeys(store, secrets);
  const authority = await sharedAuthority(store, wallClock.now());
  return { bus: await openNats(bus, keys.bus, wallClock), store, authority, keys };
}

/**
 * Starts gateway, controller and fleet console in this process. Rejects with what is in the way: a damaged authority, a port that
 * is taken, a store or a bus that does not answer.
 */
export async function startCloud(settings: CloudSettings): Promise<RunningCloud> {
  const { kept, clock, wallClock, names, window = CONFIRM_WINDOW.usual, secrets = fullStrength } = settings;
  const { bus, store, authority, keys } =
    'directory' in kept ? await ownGround(kept.directory, settings) : await sharedGround(kept, settings);
  const users = await Users.open(store, bus, clock);
  const passwords = new Passwords(secrets.passwordCost);
  const initialPassword = await makeFirstUser({ store, users, passwords, clock, wallClock }, settings.initialPassword);
  const log = auditLog(store, users, wallClock);
  let pair = await authority.forServer(names, wallClock.now());
  const secret = keys.claimTokens;
  const { features, switchObjects } = settings;
  const deciding = { bus, store, authority, users, passwords, clock, wallClock, secret, switchObjects, window };
  const controller = startController(deciding);
  const gateway = createSwitchGateway({
    bus,
    clock,
    wallClock,
    pair,
    authority: authority.certificate,
    ticketKeys: keys.tickets(wallClock.now()),
  });
  const switchPort = await gateway.listen(settings.switches.port, settings.switches.host);
  const forSwitches = {
    place: `${names[0].includes(':') ? `[${names[0]}]` : names[0]}:${switchPort}`,
    fingerprint: authority.fingerprint,
  };
  const clockFault = await clockFaults(authority, store);
  const fault = clockFault(wallClock.now());
  if (fault !== undefined) {
    await store.audit.add({
      at: wallClock.now(),
      tenant: OWN_TENANT,
      user: '',
      source: '',
      serial: '',
      said: wrongClock,
      severity: Severity.error,
    });
  }
  const browsers = new KnownBrowsers(keys.browsers);
  const sessions = new FleetSessions({ store, users, clock, wallClock, browsers, log });
  const key = new LoginKey(keys.login, wallClock, keys.nonces);
  const proving = fleetProving({ users, sessions, passwords, browsers, key, clock, log });
  const prove = (name: string, password: string, remoteAddress: string) =>
    proveUser(proving, { name, password, remoteAddress });
  const trustedKeys = () => readTrustedKeys(hostFiles, settings.firmwareKeys);
  const context = {
    store,
    bus,
    users,
    passwords,
    prove,
    clock,
    wallClock,
    forSwitches,
    switchObjects,
    trustedKeys,
    clockFault,
  };
  const management = new FleetManagement(context, features);
  const passing = 'directory' in kept ? kept.directory : await passingFolder();
  const temporary = new TemporaryFiles(join(passing, 'temporary'));
  await temporary.clear(hostFiles);
  const { fleetConsole, switchConsole, plain, listen } = settings;
  const { version: webVersion } = fleetConsole;
  const metrics = new FleetMetrics({
    permit: settings.metrics,
    store,
    users,
    clock,
    lines: () => gateway.count(),
  });
  const around = { management, sessions, proving, browsers, log, metrics, store, temporary, webVersion };
  const backend = createFleetBackend(around);
  const carried = {
    fleet: backend,
    sessions,
    proving,
    store,
    bus,
    clock,
    wallClock,
    log,
    temporary,
    window,
    webVersion: switchConsole.version,
  };
  const { trustedProxies = [], ownPair } = settings;
  const acme = await openAcme(settings, store, log, (next) => {
    given = next;
    listener.replaceCertificate(next);
  });
  let given = ownPair ? await readPair(ownPair) : acme?.pair.pair;
  const connections = new Connections({ trustedProxies });
  const ownNames = new OwnNames();
  ownNames.follow(names);
  const listener = consoleListener(connections, {
    ways: plain ? { ...secureOnly, http: 'serve' } : secureOnly,
    pair: async () => given ?? pair,
  });
  listener.onServer((server, secure) =>
    server.on(
      'request',
      consolePages({
        backend,
        backendOf: (serial) => createSwitchBackend(carried, serial),
        connections,
        fleetDirectory: fleetConsole.directory,
        consoleDirectory: switchConsole.directory,
        // Their cookies are for HTTPS only, though the proxy asks without.
        secure: secure || trustedProxies.length > 0,
        ownNames,
        // All processes of the cloud take one another's, at whichever port each of them is.
        cookieMark: authority.fingerprint.replaceAll(':', '').slice(0, 16),
      }),
    ),
  );
  const port = await listener.listen(listen.port, listen.host);
  const followPair = async () => {
    const next = ownPair && given && (await changedPair(ownPair, given));
    if (!next) return;
    given = next;
    listener.replaceCertificate(next);
  };
  void acme?.pair.look();
  const endRenewals = clock.every(KEY_LOOK, () => {
    void followPair();
    void acme?.pair.look();
    const now = wallClock.now();
    gateway.replaceTicketKeys(keys.tickets(now));
    if (!isServerDue(pair, now)) return;
    authority.forServer(names, now).then(
      (next) => {
        pair = next;
        if (!given) listener.replaceCertificate(next);
        gateway.replaceCertificate(next);
      },
      () => {},
    );
  });
  return {
    port,
    switchPort,
    fingerprint: authority.fingerprint,
    initialPassword,
    clockFault: fault,
    store,
    lines: () => gateway.count(),
    async stop() {
      endRenewals();
      sessions.stop();
      await Promise.all([listener.close(), gateway.close(), acme?.keeping.close()]);
      controller.close();
      users.close();
      await bus.close();
      // A store that is away learns it by the silence.
      await store.lines.forgetGateway(gateway.id, wallClock.now()).catch(() => {});
      await store.close();
      await rm('directory' in kept ? join(passing, 'temporary') : passing, { recursive: true, force: true });
    },
  };
}

/** The certificate of a public authority, as far as one is wanted; what becomes of its orders goes to the audit trail. */
async function openAcme(
  { acme, acmeFailed, kept, names, clock, wallClock }: CloudSettings,
  store: Store,
  log: LogWriter,
  obtained: (pair: KeyPair) => void,
): Promise<{ readonly pair: AcmePair; readonly keeping: AcmeKeeping } | undefined> {
  const [first, ...others] = publicNames(names);
  if (!acme || first === undefined) return undefined;
  const place = new URL(acme.directory).host;
  const keeping =
    'directory' in kept
      ? acmeInFile(hostFiles, join(kept.directory, ACME_FILE), acme.listen)
      : await acmeInStore(store, wallClock, acme.listen);
  const pair = await AcmePair.open({
    keeping,
    options: acme,
    names: [first, ...others],
    clock,
    wallClock,
    order: orderCertificate,
    obtained(next, isOwn) {
      // The audit trail is of all processes.
      if (isOwn) log.write(Severity.notice, say('The console has a new certificate from {{place}}.', { place }));
      obtained(next);
    },
    failed(reason) {
      const message = say('{{place}} gave no certificate for the console: {{reason}}.', { place, reason });
      log.write(Severity.error, message);
      acmeFailed?.(wordsOf(message));
    },
  });
  return { pair, keeping };
}

/**
 * The account "admin" of a cloud that has none, made by one of the processes that begin together; resolves to its password there,
 * else to undefined.
 */
async function makeFirstUser(
  around: Pick<CloudSettings, 'clock' | 'wallClock'> & { store: Store; users: Users; passwords: Passwords },
  wanted: string | undefined,
): Promise<string | undefined> {
  const { store, users, passwords, clock, wallClock } = around;
  const holder = randomUUID();
  while (users.all().length === 0) {
    if (await store.takeTurn('first account', holder, wallClock.now(), FIRST_USER)) {
      await users.read();
      if (users.all().length > 0) break;
      const password = wanted ?? randomPassword();
      const passwordHash = await passwords.hash(password);
      await users.put({ name: 'admin', tenant: OWN_TENANT, passwordHash, role: 'administrator' });
      return password;
    }
    await new Promise<void>((resolve) => clock.after(FIRST_USER_LOOK, resolve));
    await users.read();
  }
  return undefined;
}

/** 80 bits in letters and digits that are not taken for one another: a switch's wizard takes no others. */
function randomPassword(): string {
  const characters = 'abcdefghijkmnpqrstuvwxyz23456789';
  return [...randomBytes(16)].map((octet) => characters[octet % 32]).join('');
}
