import type { Clock } from '../../datapath/clock.ts';
import type { Datapath, PortState } from '../../datapath/datapath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { referenceRules } from '../../model/configuration/reference-rules.ts';
import { say } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import { Changes } from '../configuration/change-history.ts';
import { firstThatWorks } from '../configuration/first-configuration.ts';
import { ObjectReader } from '../configuration/read-object.ts';
import { startingPoint } from '../configuration/starting-point.ts';
import { Transactions } from '../configuration/transactions.ts';
import { waitingChange } from '../configuration/waiting-change.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import type { DeviceContext, DeviceFeature } from '../feature.ts';
import { Flash } from '../flash/flash.ts';
import { type FlashFiles, hostFiles, makeFolder, replaceFile } from '../flash/flash-files.ts';
import { Keeper } from '../flash/keeper.ts';
import { Guard } from '../guard/guard.ts';
import { Listeners } from '../listeners.ts';
import { Severity } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { hostNameOf } from '../names/host-name.ts';
import { NameResolver } from '../names/name-resolver.ts';
import { ServiceHost } from '../services/service-host.ts';
import { accountSource } from '../sessions/account-source.ts';
import { KnownBrowsers, keptBrowserKey } from '../sessions/known-browsers.ts';
import { createLoginKey, LoginKey } from '../sessions/login-key.ts';
import { Passwords } from '../sessions/passwords.ts';
import { Sessions } from '../sessions/sessions.ts';
import { recordBoot } from './boot-record.ts';
import { createEntrance } from './create-entrance.ts';
import { FrameListeners, logPortChange } from './datapath-events.ts';
import type { Entrance, SwitchEvents } from './entrance.ts';
import { type HardwareModel, hardwareOf } from './hardware-of.ts';
import { initialPasswordHash } from './initial-account.ts';
import { placesIn } from './places.ts';
import { causeInWords, createPower } from './power.ts';
import { TemporaryFiles } from './temporary-files.ts';

/** What a switch is put together from. */
export interface SwitchOptions {
  /** In menu order. */
  readonly features: readonly DeviceFeature[];
  /** Not started yet; the switch starts and stops it. */
  readonly datapath: Datapath;
  readonly model: HardwareModel;
  /** Folder in which the agent keeps its files; it is made where it is missing. */
  readonly directory: string;
  readonly clock: Clock;
  readonly events: SwitchEvents;
  /** The password of the first account, instead of a random one. */
  readonly initialPassword?: string | undefined;
  /** The version of the console's build. */
  readonly webVersion: string;
  /** The switch ended by itself before, and is started again by its process. */
  readonly crashed?: boolean;
  /** Default: the host's own. */
  readonly files?: FlashFiles;
  /** The host's date, milliseconds since 1970. */
  readonly hostTime?: () => number;
}

/** A switch that runs. */
export interface RunningSwitch {
  readonly entrance: Entrance;
  readonly context: DeviceContext;
  /** Stops services and datapath; what the datapath made on the host is gone afterwards. */
  stop(): Promise<void>;
}

/** How often sessions that are over are looked for, in milliseconds. */
const SWEEP = 15_000;

/**
 * Starts a switch: ports, saved configuration, plan, services. Rejects with one clear sentence where it cannot; a saved
 * configuration that cannot be put in force is no reason, the next best one is taken.
 */
export async function startSwitch(options: SwitchOptions): Promise<RunningSwitch> {
  try {
    return await assemble(options);
  } catch (error) {
    // What the datapath made on the host must not stay behind.
    await options.datapath.stop().catch(() => {});
    throw error;
  }
}

async function assemble(options: SwitchOptions): Promise<RunningSwitch> {
  const { features, datapath, clock, events, files = hostFiles } = options;
  const place = placesIn(options.directory);
  for (const folder of [options.directory, place.flash, place.keys, place.features]) await makeFolder(folder);
  const temporary = new TemporaryFiles(place.temporary);
  await temporary.clear();
  const boot = await recordBoot(files, place.bootRecord, options.crashed === true);
  const wallClock = new DeviceWallClock(clock, options.hostTime);
  const startedAt = wallClock.now();
  const log = new LogBuffer(wallClock);
  log.write(Severity.notice, say('The device started, cause: {{cause}}.', { cause: causeInWords[boot.cause] }));

  const objects = features.flatMap((feature) => feature.objects);
  const rules = [...features.flatMap((feature) => feature.rules ?? []), ...referenceRules(objects)];
  const failed = (error: unknown) =>
    log.write(Severity.error, say('An event could not be worked off: {{reason}}', { reason: saidBy(error) }));
  const frames = new FrameListeners(failed);
  const links = new Listeners<PortState>(failed);
  let epoch = 0;
  let transactions: Transactions | undefined;
  let services: ServiceHost | undefined;
  let told: ForwardingPlan | undefined;
  await datapath.start({
    portChanged(state) {
      logPortChange(log, state, transactions?.plan);
      links.tell(state);
    },
    framePunted: (frame) => frames.tell(frame),
    report: (level, message) => log.write(level, message),
  });
  // Only now: a password that is shown once must not be spent on a start that fails.
  const passwords = new Passwords();
  const initialHash = await initialPasswordHash(
    files,
    place.initialPassword,
    passwords,
    options.initialPassword,
    events.initialPassword,
  );
  const key = new LoginKey(await keptLoginKey(files, place.loginKey), clock);
  const browsers = new KnownBrowsers(await keptBrowserKey(files, place.browserKey, log));
  const hardware = hardwareOf(options.model, datapath.facts, boot.baseMacAddress);
  const accounts = accountSource(objects);
  const guard = new Guard(clock);
  const keeper = new Keeper(files, place.features, log);
  const waiting = keeper.keep(waitingChange);

  const flash = new Flash({
    files,
    directory: place.flash,
    resetPaths: [place.keys, place.features],
    objects,
    rules,
    hardware,
    log,
    wallClock,
    running: () => running().configuration,
    complete: (configuration) =>
      accounts.account(configuration).passwordHash === ''
        ? accounts.withPasswordHash(configuration, initialHash)
        : configuration,
    wizardDone: () => accounts.wizardDone(running().configuration),
    unsavable: () =>
      running().isUnconfirmed
        ? say('A change that may cut the session off waits to be confirmed and cannot be saved yet.')
        : undefined,
  });
  const running = () => transactions ?? impossible();
  const history = new Changes(objects, () => ({ startup: flash.startup, running: running().configuration }));
  const sessions = new Sessions({
    clock,
    wallClock,
    log,
    passwords,
    browsers,
    initialPasswordHash: initialHash,
    idleTimeout: () => accounts.idleTimeout(running().configuration),
    isDefault: () => flash.isDefault(),
  });
  const context: DeviceContext = {
    hardware,
    datapath,
    clock,
    wallClock,
    log,
    flash,
    sessions,
    power: createPower({ files, path: place.bootRecord, boot, startedAt, clock, log, reboot: events.reboot }),
    names: new NameResolver(),
    guard,
    history,
    dataDirectory: place.features,
    keep: (what) => keeper.keep(what),
    objects,
    configuration: () => running().configuration,
    startup: () => flash.startup,
    get slots() {
      return running().slots;
    },
    door: {
      perform: (requests, caller, options) => running().perform(requests, caller, options),
      tryOut: (requests, caller) => running().tryOut(requests, caller),
      read: (object, query, caller) => reader.read(object, query, caller),
    },
    change: (why, edit) => running().change(why, edit),
    undertake: (undertaking, request) => running().undertake(undertaking, request),
    restartWith: (configuration, request) =>
      running().restartWith(configuration, request, (user) => flash.write(configuration, user)),
    problemsOf: (configuration) => running().problemsOf(configuration),
    onFrame: (kinds, listener) => frames.add(kinds, listener),
    onPort: (listener) => links.add(listener),
  };
  const reader = new ObjectReader(
    features.flatMap((feature) => feature.live ?? []),
    () => context,
  );
  const tellNames = () => {
    const name = accounts.systemName(running().configuration);
    events.names([name, hostNameOf(name, hardware)]);
  };
  const parts = {
    objects,
    rules,
    contributions: features.flatMap((feature) => feature.contributions ?? []),
    accessContributions: features.flatMap((feature) => feature.accessContributions ?? []),
    stateContributions: features.flatMap((feature) => feature.stateContributions ?? []),
    operations: features.flatMap((feature) => feature.operations ?? []),
    hardware,
    datapath,
    guard,
    log,
    wallClock,
    waiting,
    context: () => context,
    history: () => history,
    changed(changed: Parameters<ServiceHost['changed']>[0]) {
      tellNames();
      services?.changed(changed);
    },
    inForce: (plan: ForwardingPlan) => {
      if (plan.interfaces === told?.interfaces) return;
      told = plan;
      events.addresses(addressesOf(plan));
    },
    provisional() {
      epoch += 1;
      events.epoch(epoch);
    },
  };
  const { candidates, trial } = await startingPoint({
    waiting,
    log,
    saved: await flash.load(),
    restored: (stored) => flash.restored(stored),
  });
  transactions = await firstThatWorks(candidates, (configuration) => new Transactions(parts, configuration), log);
  tellNames();
  services = new ServiceHost(context);
  await services.start(features.flatMap((feature) => feature.services ?? []));
  const [tried] = candidates;
  if (trial && tried && transactions.configuration === tried) {
    const { change, former } = trial;
    transactions.awaitConfirmation(change, former, () => flash.writeConfirmed(tried, change.user));
  } else await transactions.forgetForced();
  const stopSweep = clock.every(SWEEP, () => sessions.endOver());

  const entrance = createEntrance({
    context,
    features,
    transactions,
    sessions,
    guard,
    key,
    passwords,
    browsers,
    temporary,
    log,
    account: () => accounts.account(running().configuration),
    webVersion: options.webVersion,
    epoch: () => epoch,
  });
  return {
    entrance,
    context,
    async stop() {
      stopSweep();
      guard.drop();
      await flash.settled();
      await services?.stop();
      await datapath.stop();
    },
  };
}

/** The addresses that the switch itself answers at under this plan. */
function addressesOf(plan: ForwardingPlan): string[] {
  return [...plan.interfaces.values()].flatMap(({ enabled, addresses }) =>
    enabled ? addresses.map(({ address }) => address) : [],
  );
}

async function keptLoginKey(files: FlashFiles, path: string): Promise<string> {
  const kept = await files.read(path);
  if (kept !== undefined) return kept;
  const made = await createLoginKey();
  await replaceFile(files, path, made);
  return made;
}

function impossible(): never {
  throw new Error('The configuration is not loaded yet.');
}
