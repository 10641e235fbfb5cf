import type { PortState } from '../../datapath/datapath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { referenceRules } from '../../model/configuration/reference-rules.ts';
import { say } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import { firstThatWorks } from '../configuration/first-configuration.ts';
import { ObjectReader } from '../configuration/read-object.ts';
import { startingPoint } from '../configuration/starting-point.ts';
import { Transactions } from '../configuration/transactions.ts';
import { waitingChange } from '../configuration/waiting-change.ts';
import { ConsoleSettingsHolder } from '../console-settings.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import type { DeviceContext } from '../feature.ts';
import { firmwareControl } from '../firmware/firmware-control.ts';
import { firmwarePlaces } from '../firmware/image.ts';
import { DeviceKey } from '../flash/device-key.ts';
import { Flash } from '../flash/flash.ts';
import { type FlashFiles, hostFiles } from '../flash/flash-files.ts';
import { Keeper } from '../flash/keeper.ts';
import { Guard } from '../guard/guard.ts';
import { managementStations, withStation } from '../guard/management-stations.ts';
import { Whereabouts } from '../guard/whereabouts.ts';
import { keptBegunSave } from '../history/begun-save.ts';
import { Changes } from '../history/change-history.ts';
import { Journal } from '../history/journal.ts';
import { JournalStore } from '../history/journal-store.ts';
import { Hold } from '../hold.ts';
import { Listeners } from '../listeners.ts';
import { Severity, severityNames } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { countedManagement } from '../metrics/counted-management.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { NameResolver } from '../names/name-resolver.ts';
import { namesInUse } from '../names/names-in-use.ts';
import { FollowedPlaces, servicePorts } from '../service-places.ts';
import { ServiceHost } from '../services/service-host.ts';
import { accountSource } from '../sessions/account-source.ts';
import { ApiTokens, keptTokens } from '../sessions/api-tokens.ts';
import { AttemptBudget } from '../sessions/attempt-budget.ts';
import { KnownBrowsers, keptBrowserKey, keptSources, notKept } from '../sessions/known-browsers.ts';
import { LinkStations } from '../sessions/link-stations.ts';
import { LoginKey } from '../sessions/login-key.ts';
import { Passwords } from '../sessions/passwords.ts';
import { fullStrength } from '../sessions/secret-strength.ts';
import { Sessions } from '../sessions/sessions.ts';
import { signInServers } from '../sessions/sign-in-servers.ts';
import { Sources } from '../sessions/source-of.ts';
import { SourceAdmission } from '../source-admission.ts';
import { recordBoot } from './boot-record.ts';
import { checkedManagement } from './checked-management.ts';
import { forgetNeighbours } from './confirm-forced.ts';
import { createBackend } from './create-backend.ts';
import { createLineAccess } from './create-line-access.ts';
import { FrameListeners, logPortChange } from './datapath-events.ts';
import { globalsOf } from './device-globals.ts';
import { FileTransfers } from './file-transfers.ts';
import { hardwareOf } from './hardware-of.ts';
import { hashRenewal } from './hash-renewal.ts';
import { initialPassword } from './initial-account.ts';
import { keptLoginKey, renewedLoginKey } from './kept-login-key.ts';
import { placesIn } from './places.ts';
import { causeInWords, createPower } from './power.ts';
import { prepareFolders } from './prepare-folders.ts';
import { Revision } from './revision.ts';
import type { RunningSwitch, SwitchOptions } from './switch-options.ts';
import { TemporaryFiles } from './temporary-files.ts';
import { toldPlans } from './told-plans.ts';

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
    // The datapath's changes on the host must not remain.
    await options.datapath.stop().catch(() => {});
    throw error;
  }
}

async function assemble(options: SwitchOptions): Promise<RunningSwitch> {
  const { features, datapath, clock, events, files = hostFiles, secrets = fullStrength } = options;
  const { revision = new Revision() } = options;
  const place = placesIn(options.directory);
  const wallClock = new DeviceWallClock(clock, options.hostTime);
  const startedAt = wallClock.now();
  const log = new LogBuffer(wallClock);
  if (options.logged) log.follow(options.logged);
  for (const { severity, message } of options.reports ?? []) log.write(severity, message);
  const temporary = new TemporaryFiles(place.temporary);
  await prepareFolders(files, place, temporary, log);
  const boot = await recordBoot(files, place.bootRecords, options.crashed === true, log);
  log.write(Severity.notice, say('The device started, cause: {{cause}}.', { cause: causeInWords[boot.cause] }));

  const objects = features.flatMap((feature) => feature.objects);
  const rules = [...features.flatMap((feature) => feature.rules ?? []), ...referenceRules(objects)];
  const failed = (error: unknown) =>
    log.write(Severity.error, say('An event could not be processed: {{reason}}', { reason: saidBy(error) }));
  const counts = new EventCounts();
  log.follow(({ severity }) => counts.add('logEntries', severityNames[severity]));
  const frames = new FrameListeners(failed, counts);
  const places = new FollowedPlaces(options.services ?? { host: undefined, portFor: (port) => port }, failed);
  const links = new Listeners<PortState>(failed);
  const plans = new Listeners<ForwardingPlan>(failed);
  const stations = new LinkStations(clock, () => datapath.neighbours());
  const origins = new Sources((address) => stations.of(address));
  const sources = new SourceAdmission(clock, log, failed);
  const consoleSettings = new ConsoleSettingsHolder(clock, events);
  let epoch = 0;
  let transactions: Transactions | undefined;
  let services: ServiceHost | undefined;
  await datapath.inspect?.();
  const starting = datapath.start({
    portChanged(state) {
      logPortChange(log, state, transactions?.plan);
      links.tell(state);
    },
    framePunted: (frame) => frames.tell(frame),
    report: (level, message) => log.write(level, message),
  });
  // It is awaited below.
  starting.catch(() => {});
  const hardware = hardwareOf(options.model, datapath.facts, boot.baseMacAddress);
  const accounts = accountSource(objects);
  const deviceKey = await DeviceKey.load(
    files,
    place.deviceKey,
    log,
    !(await isOnTrial(files, place.firmware, options)),
  );
  const keeper = new Keeper(files, place.features, log, deviceKey);
  const flash = new Flash({
    files,
    directory: place.flash,
    reset: place.reset,
    key: deviceKey,
    objects,
    rules,
    hardware,
    log,
    wallClock,
    running: () => running().configuration,
    account: accounts.accountBy,
    complete: (configuration) =>
      accounts.account(configuration).passwordHash === ''
        ? accounts.withPasswordHash(configuration, initial.hash)
        : configuration,
    renewInitialPassword: () => initial.renew(),
    endKeeping: () => keeper.end(),
    wizardDone: () => accounts.wizardDone(running().configuration),
    unsavable: () => running().unsavable,
    saving: (before, after, save, written) => journal.saving(before, after, save, written),
  });
  // While the datapath waits for others: with thousands of VLANs this takes as long as that.
  const reading = flash.readAhead();
  await starting;
  // Only now: a password that is shown once must not be spent on a start that fails.
  const passwords = new Passwords(secrets.passwordCost);
  const initial = await initialPassword({
    files,
    path: place.initialPassword,
    passwords,
    log,
    given: options.initialPassword,
    announce: events.initialPassword,
  });
  const { createLoginKey } = secrets;
  const loginKey = await keptLoginKey(files, place.loginKey, log, createLoginKey);
  const key = new LoginKey(loginKey, clock, undefined, () =>
    renewedLoginKey(files, place.loginKey, log, createLoginKey),
  );
  const guard = new Guard(clock);
  const whereabouts = new Whereabouts(
    clock,
    (connection) => datapath.locate(connection),
    (path) => running().slots.update(managementStations, (present) => withStation(present, path)),
  );
  const waiting = keeper.keep(waitingChange);
  const known = keeper.keep(keptSources);
  const browsers = new KnownBrowsers(
    await keptBrowserKey(files, place.browserKey, log),
    origins,
    events.knownSource,
    (sources) => void known.save(sources).catch((error: unknown) => log.write(Severity.warning, notKept(error))),
  );
  browsers.recall((await known.load()) ?? []);
  const tokens = new ApiTokens({ kept: keeper.keep(keptTokens), clock, wallClock, log, counts });
  await tokens.load();

  const journal = new Journal({
    objects,
    store: new JournalStore(
      (what) => keeper.keep(what),
      () => keeper.keeps(),
    ),
    begun: keeper.keep(keptBegunSave),
    clock,
    wallClock,
    log,
    startup: () => flash.startup,
  });
  const running = () => transactions ?? impossible();
  const history = new Changes(objects, () => ({ startup: flash.startup, running: running().configuration }));
  const hold = new Hold();
  const sessions = new Sessions({
    clock,
    wallClock,
    log,
    counts,
    passwords,
    browsers,
    get initialPasswordHash() {
      return initial.hash;
    },
    // A session that waits for what holds the switch is not idle.
    idleTimeout: () => (hold.reason ? Number.POSITIVE_INFINITY : accounts.idleTimeout(running().configuration)),
    lineIdleTimeout: () => accounts.lineIdleTimeout(running().configuration),
    isDefault: () => flash.isDefault(),
    ended: () => revision.advance(),
  });
  const confirmation = { guard, datapath, log, epoch: () => epoch, outlook: () => running().outlook };
  const account = () => accounts.account(running().configuration);
  const renewHash = hashRenewal({ objects, running, flash, passwords, accounts, initial, log });
  const operations = features.flatMap((feature) => feature.operations ?? []);
  const context: DeviceContext = {
    hardware,
    datapath,
    clock,
    wallClock,
    log,
    flash,
    secrets: deviceKey,
    sessions,
    counts,
    tokens,
    lines: createLineAccess({
      ...confirmation,
      whereabouts,
      sessions,
      passwords,
      browsers,
      budget: new AttemptBudget(clock),
      account,
      renewHash,
      servers: () => signInServers(running().slots),
    }),
    power: createPower({ files, paths: place.bootRecords, boot, startedAt, clock, log, reboot: events.reboot }),
    names: new NameResolver(),
    guard,
    hold,
    firmware: firmwareControl(place.firmware, options.firmware ?? { running: undefined, programDirectory: '' }),
    places,
    console: consoleSettings,
    cloud: options.cloud,
    sources,
    transfers: new FileTransfers(features, temporary, () => context),
    history,
    journal,
    dataDirectory: place.features,
    keep: (what) => keeper.keep(what),
    objects,
    configuration: () => running().configuration,
    forwarding: () => running(),
    startup: () => flash.startup,
    get slots() {
      return running().slots;
    },
    management: countedManagement(
      checkedManagement({ running, operations, hold, context: () => context, reader: () => reader }),
      counts,
    ),
    change: (why, edit) => running().change(why, edit),
    changeFor: (edit, request, isWhole) => running().changeFor(edit, request, isWhole),
    async changeFromAfar(edit, caller, fromAfar) {
      hold.refuse();
      return running().changeFromAfar(edit, caller, fromAfar);
    },
    undertake: (undertaking, request) => running().undertake(undertaking, request),
    restartWith: (configuration, request) =>
      running().restarts.with(configuration, request, (user) => flash.write(configuration, user)),
    judgeRestart: (configuration, caller) => running().restarts.with(configuration, { caller, forced: false }),
    restartAsSaved: (request) => running().restarts.asSaved(flash.startup, request),
    judgeStart: (configuration, request) => running().restarts.judge(configuration, request),
    problemsOf: (configuration) => running().problemsOf(configuration),
    globals: () => globalsOf(context, features, options.webVersion),
    onFrame: (kinds, listener) => frames.add(kinds, listener),
    onPort: (listener) => links.add(listener),
    onPlan: (listener) => plans.add(listener),
  };
  const reader = new ObjectReader(
    features.flatMap((feature) => feature.live ?? []),
    () => context,
  );
  const parts = {
    objects,
    rules,
    contributions: features.flatMap((feature) => feature.contributions ?? []),
    accessContributions: [namesInUse(accounts), ...features.flatMap((feature) => feature.accessContributions ?? [])],
    stateContributions: features.flatMap((feature) => feature.stateContributions ?? []),
    operations,
    hardware,
    datapath,
    guard,
    whereabouts,
    log,
    clock,
    wallClock,
    waiting,
    context: () => context,
    history: () => history,
    journal: () => journal,
    returned: () => sessions.withdrawTickets(),
    keepConfirmed: (configuration: Configuration, user: string) => flash.writeConfirmed(configuration, user),
    async changed(changed: Parameters<ServiceHost['changed']>[0]) {
      await services?.changed(changed);
    },
    moved: () => revision.advance(),
    inForce: toldPlans({ events, sources, whereabouts, origins, places, plans }),
    async provisional() {
      epoch += 1;
      revision.advance();
      const now = epoch;
      await forgetNeighbours(datapath);
      if (epoch === now) events.epoch(now);
    },
  };
  const delivered = boot.isFirst && (await options.delivered?.());
  if (delivered) await flash.deliver(delivered);
  const { candidates, isForced, trial } = await startingPoint({
    waiting,
    log,
    saved: await reading.then(() => flash.load()),
    restored: (stored) => flash.restored(stored),
  });
  await journal.load(flash.startupSavedAt);
  transactions = await firstThatWorks(candidates, (configuration) => new Transactions(parts, configuration), log);
  const { services: listening, consolePort } = options;
  running().slots.update(servicePorts, (usual) => ({
    console: consolePort ?? usual.console,
    portFor: (port) => (listening ?? usual).portFor(port),
  }));
  await initial.settle(accounts.account(running().configuration).passwordHash === initial.hash);
  services = new ServiceHost(context);
  const [tried] = candidates;
  const isTried = trial !== undefined && transactions.configuration === tried;
  // Before any service can change what is to be confirmed.
  if (trial && tried && isTried) {
    const { change, former } = trial;
    transactions.awaitConfirmation(change, former, async () => {
      if (changesBetween(objects, flash.startup, tried).length > 0) await flash.writeConfirmed(tried, change.user);
    });
  }
  await services.start(features.flatMap((feature) => feature.services ?? []));
  if (!isTried) await transactions.forgetForced(isForced);
  const stopSweep = clock.every(SWEEP, () => sessions.endOver());

  const backend = createBackend({
    ...confirmation,
    context,
    features,
    sessions,
    whereabouts,
    key,
    passwords,
    browsers,
    tokens,
    sources,
    revision,
    stands: (object) => reader.stands(object),
    console: consoleSettings,
    account,
    renewHash,
  });
  return {
    backend,
    context,
    async stop() {
      stopSweep();
      guard.drop();
      running().end();
      await flash.settled();
      await journal.settled();
      services?.leave();
      await datapath.release?.();
      await services?.stop();
      // A login is remembered without waiting for flash: nothing is written any longer once the switch has stopped.
      await keeper.settled();
      await datapath.stop();
    },
  };
}

/** Whether the firmware that runs is not proven: the former one may be started again and has to read what is kept. */
async function isOnTrial(files: FlashFiles, directory: string, { firmware }: SwitchOptions): Promise<boolean> {
  if (firmware?.running === undefined) return false;
  const { readChoice } = await import('../firmware/start-choice.ts');
  const { choice } = await readChoice(files, firmwarePlaces(directory).choice);
  return choice.trial?.image === firmware.running;
}

function impossible(): never {
  throw new Error('The configuration is not loaded yet.');
}
