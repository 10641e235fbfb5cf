import { breath, inBreaths } from '../../datapath/breath.ts';
import type { Cancel } from '../../datapath/clock.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { Problem } from '../../model/configuration/rule.ts';
import { tellingChanges } from '../../model/configuration/told-changes.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say, wordsOf } from '../../model/values/message.ts';
import { NO_PORTS, type PortList } from '../../model/values/port-list.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { AccessAddress } from '../access-plan.ts';
import type { CallersRequest, Undertaking } from '../feature.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import { restarting } from '../flash/slot-message.ts';
import type { Forced } from '../guard/guard.ts';
import type { Revoker } from '../guard/guard-control.ts';
import { type Doubt, judge, laterFault } from '../guard/judge.ts';
import type { Outlook } from '../guard/outlook.ts';
import { proofFromAfar, proofOf } from '../guard/proof.ts';
import { sessionOf } from '../guard/session.ts';
import type { Author, Journal } from '../history/journal.ts';
import { Severity } from '../log/log.ts';
import {
  type Caller,
  callerName,
  type FromAfar,
  type Outcome,
  type PerformOptions,
  type Request,
  type Trial,
  theDevice,
} from '../management.ts';
import { plainAddress } from '../plain-address.ts';
import { Refusal } from '../refusal.ts';
import { refuseEdited } from '../sessions/access-proof.ts';
import type { Slot, SlotReader, Slots } from '../slot.ts';
import { logChanges } from './audit-log.ts';
import type { Changes } from './change-history.ts';
import { allProblems } from './check-rules.ts';
import { doubtOf, refusalOfDoubt, refuseWhileProvisional } from './doubt.ts';
import { ForcedChanges, type ForcedSurroundings } from './forced-changes.ts';
import { InForce, type InForceSurroundings, type Running } from './in-force.ts';
import { LaterCut } from './later-cut.ts';
import { concludes, operate } from './operations.ts';
import {
  breathAmong,
  type Edit,
  type Next,
  originOf,
  type ProposalSurroundings,
  propose,
  proposeEdit,
} from './proposal.ts';
import { SerialQueue } from './serial-queue.ts';

/** Dependencies of transactions. */
export interface TransactionSurroundings extends InForceSurroundings, ProposalSurroundings, ForcedSurroundings {
  history(): Changes;
  journal(): Pick<Journal, 'record' | 'tookBack'>;
  /** Makes what was confirmed the startup configuration. Rejects with a `Refusal` or the system's error. */
  keepConfirmed(configuration: Configuration, user: string): Promise<void>;
  /** A forced change was taken back: what was handed out for it is void. */
  returned(): void;
  /** The configuration holds something new in these objects. Resolves when the services that it asks for run. */
  changed(objects: ReadonlySet<ObjectDeclaration>): Promise<void>;
}

/** Milliseconds for which the switch answers at an address of a change that was taken back from there: as long as a ticket is good. */
const DEPARTURE = 60_000;

/**
 * The running configuration and the only way to change it: one transaction at a time, each checked, compiled, guarded and
 * applied before it is committed. A failure anywhere leaves everything as it was (design: "the way of a change").
 */
export class Transactions {
  readonly #around: TransactionSurroundings;
  readonly #queue = new SerialQueue();
  readonly #inForce: InForce;
  readonly #forced: ForcedChanges;
  readonly #later: LaterCut;
  /** The end of the time for which the address stays by which somebody took a change back. */
  #departure: Cancel | undefined;
  /** A forced change is being made, its operations with it; afterwards it waits to be confirmed. */
  #forcing = false;
  /** Flash holds what the restart that is under way begins with: nothing may take its place, or be built on what ends. */
  #isRestarting = false;
  /** The state in force before the change whose operations run. */
  #before: Running | undefined;

  constructor(around: TransactionSurroundings, configuration: Configuration) {
    this.#around = around;
    this.#inForce = new InForce(around, configuration, (changed) => this.#followSlots(changed));
    const { clock, log } = around;
    this.#later = new LaterCut({ clock, log, slots: this.slots, prospect: () => this.#inForce.prospect });
    this.#forced = new ForcedChanges({
      ...around,
      decided: () => this.#leave(),
      returned: () => {
        this.#later.end();
        around.returned();
      },
      confirmed: (user, call) => this.#later.watch(user, call),
    });
  }

  get configuration(): Configuration {
    return this.#inForce.running.configuration;
  }

  /** What services have learned and engines have decided. */
  get slots(): Slots {
    return this.#inForce.slots;
  }

  get plan(): ForwardingPlan {
    return this.#inForce.plan;
  }

  get state(): ForwardingState {
    return this.#inForce.state;
  }

  /** The outlook in force that decides whether sessions reach the switch. */
  get outlook(): Outlook {
    return this.#inForce.outlook;
  }

  /** Whether an unconfirmed forced change is in force. */
  get isUnconfirmed(): boolean {
    return this.#forcing || this.#around.guard.provisional() !== undefined;
  }

  /** Why the running configuration cannot be saved now; undefined where it can. */
  get unsavable(): Message | undefined {
    if (this.#isRestarting) return restarting;
    return this.isUnconfirmed
      ? say('A change that may disconnect the session is waiting for confirmation and cannot be saved yet.')
      : this.#forced.obstacle;
  }

  /** Nothing is tried again from now on. */
  end(): void {
    this.#departure?.();
    this.#later.end();
    this.#forced.end();
  }

  /** Puts a configuration in force without asking: at the start. Rejects if the datapath refuses it. */
  begin(configuration: Configuration): Promise<void> {
    return this.#queue.run(() => this.#inForce.begin(configuration));
  }

  /** Does what is ordered; resolves to what became of each request. Rejects with a `Refusal`. */
  async perform(
    requests: readonly Request[],
    caller: Caller,
    options: PerformOptions = {},
  ): Promise<readonly Outcome[]> {
    const { force, fromAfar } = options;
    const how = { caller, forced: force === true, ...(fromAfar && { fromAfar }) };
    const asked = requests.map((request) => ({ ...request, ...how }));
    const { outcomes, onlyActions } = await this.#queue.run(() => this.#perform(asked, caller, options));
    // Requests that change no configuration may take their time (a transfer, a query) without delaying changes.
    if (onlyActions) await this.#operate(asked);
    return outcomes;
  }

  /**
   * The result of requests: nothing is changed, no operation runs. Rejects as `perform` does, but never because of the
   * guard.
   */
  async tryOut(requests: readonly Request[], caller: Caller): Promise<Trial> {
    const asked = requests.map((request) => ({ ...request, caller, forced: false }));
    return this.#queue.run(async () => {
      const { next, doubt } = await propose(this.#around, this.#inForce, asked, caller);
      const unpowered = next ? await this.#losingPower(next) : NO_PORTS;
      const told = next?.edits && (await inBreaths(tellingChanges(next.changes)));
      return {
        changes: next?.changes ?? [],
        ...(told && { told: told.map(({ of: _, ...said }) => said) }),
        ...(doubt && { loss: doubt.reason }),
        ...(unpowered !== NO_PORTS && { unpowered }),
      };
    });
  }

  /** Changes the configuration on the device's own account. Rejects with a `Refusal`. */
  change(why: Message, edit: (configuration: Configuration) => Configuration): Promise<void> {
    return this.#queue.run(async () => {
      const next = await proposeEdit(this.#around, this.#inForce, edit);
      if (!next) return;
      await breath();
      await this.#inForce.apply(next);
      await breath();
      await this.#commit(next, { caller: theDevice, note: why });
      await breath();
      await logChanges(this.#around.log, why, next.changes);
    });
  }

  /** See `DeviceContext`. */
  changeFor(
    edit: Edit,
    { caller, forced: force }: Pick<CallersRequest, 'caller' | 'forced'>,
    isWhole = false,
  ): Promise<void> {
    return this.#queue.run(async () => {
      this.#refuseWhileUnconfirmed();
      const before = this.#inForce.running;
      const next = await proposeEdit(this.#around, this.#inForce, edit, isWhole);
      if (!next) return;
      const doubt = await this.#doubtAbout(next, caller);
      if (doubt && !force) throw refusalOfDoubt(doubt);
      const who = callerName(caller);
      const forced = doubt && forcedBy(doubt, who);
      await this.#putEdit(next, { caller }, before, forced, (made) => this.#wait(made, who, before));
    });
  }

  /** See `DeviceContext`. */
  changeFromAfar(edit: Edit, caller: Caller, fromAfar: FromAfar): Promise<boolean> {
    return this.#queue.run(async () => {
      const before = this.#inForce.running;
      const next = await proposeEdit(this.#around, this.#inForce, edit);
      if (!next) return false;
      this.#refuseWhileRestarting();
      const who = callerName(caller);
      const forced = forcedFromAfar(fromAfar, who);
      await this.#putEdit(next, { caller }, before, forced, (made) => this.#waitForCloud(made, before, fromAfar));
      return true;
    });
  }

  /** See `DeviceContext`. */
  undertake(
    undertaking: Undertaking,
    { caller, forced: force }: Pick<CallersRequest, 'caller' | 'forced'>,
  ): Promise<void> {
    const { foresee, takeBack, keep, isForCloud = false } = undertaking;
    return this.#queue.run(async () => {
      if (caller.access === 'cloud' && !isForCloud) {
        // Its confirmation would say nothing of it, and nothing would take it back.
        throw new Refusal(
          ErrorCode.notWritable,
          say('This can be done only at the switch itself, not from the cloud.'),
        );
      }
      this.#refuseWhileUnconfirmed();
      const slots = foresee(this.slots);
      const { configuration, compiled: former } = this.#inForce.running;
      const compiled = this.#inForce.compile(configuration, former, slots);
      const doubt = await this.#doubtAbout({ configuration, compiled }, caller, slots);
      if (doubt && !force) throw refusalOfDoubt(doubt);
      if (!doubt) await keep?.();
      await undertaking.carryOut();
      if (!doubt) return;
      const who = callerName(caller);
      const forced = forcedBy(doubt, who);
      this.#logForced(forced, who);
      if (!takeBack) return;
      await this.#forced.wait(forced, {
        async restore() {
          await takeBack();
          return true;
        },
        restored: say('The forced change was not confirmed within 60 s and is reverted.'),
        confirmed: async () => keep?.().catch((error: unknown) => this.#complainOfConfirmed(error)),
      });
    });
  }

  /** See `DeviceContext`; `keep` makes a configuration the startup one, which it stays until the restart. */
  restartWith(
    configuration: Configuration,
    { caller, forced: force }: CallersRequest,
    keep?: (user: string) => Promise<void>,
  ): Promise<void> {
    return this.#queue.run(async () => {
      this.#refuseWhileUnconfirmed();
      const doubt = await this.#doubtAboutStart(configuration, caller);
      const who = callerName(caller);
      if (!doubt) {
        if (!keep) return;
        await keep(wordsOf(who));
        this.#isRestarting = true;
        return;
      }
      if (!force) throw refusalOfDoubt(doubt);
      const forced = forcedBy(doubt, who);
      await this.#forced.announceRestart(forced, this.configuration, configuration);
      this.#logForced(forced, who);
    });
  }

  /** See `DeviceContext`; what waits to be confirmed is gone by the restart anyhow. */
  async restartAsSaved(saved: Configuration, request: CallersRequest): Promise<void> {
    if (this.#around.guard.provisional()) return;
    const { forced, caller } = request;
    if (this.#isRunning(saved)) await this.#queue.run(() => this.#judgeRestart(caller, forced));
    else await this.restartWith(saved, request);
  }

  /** See `DeviceContext`. */
  judgeStart(configuration: Configuration, { caller, forced }: CallersRequest): Promise<void> {
    return this.#queue.run(async () => {
      const doubt = await this.#doubtAboutStart(configuration, caller);
      if (!doubt) return;
      if (!forced) throw refusalOfDoubt(doubt);
      const who = callerName(caller);
      this.#logForced(forcedBy(doubt, who), who);
    });
  }

  /** A start has put in force what was to be tried once: waits for its confirmation, and `keep`s it then. */
  awaitConfirmation(tried: Forced, former: Configuration, keep: () => Promise<void>): void {
    const before = { configuration: former, compiled: this.#inForce.compile(former) };
    const ends = {
      restore: (by?: Revoker) => this.#queue.run(() => this.#takeBack(before, by)),
      restored: say(
        'The configuration of this start was not confirmed within 60 s; the former configuration is in force again.',
      ),
      confirmed: keep,
    };
    void this.#forced.wait(tried, ends, true);
  }

  /** A start has put in force the configuration before a forced change, if it found one: none is pending. */
  forgetForced(isThere: boolean): Promise<void> {
    return this.#forced.forget(isThere);
  }

  /** Objections of fields, row limits and rules to a configuration as a whole, as at a start. */
  async problemsOf(configuration: Configuration): Promise<readonly Problem[]> {
    const { objects, rules, hardware } = this.#around;
    const problems: Problem[] = [];
    for (const problem of allProblems(objects, rules, Configuration.empty, configuration, hardware)) {
      if (problem) problems.push(problem);
      else await breath();
    }
    return problems;
  }

  async #perform(
    requests: readonly CallersRequest[],
    caller: Caller,
    options: PerformOptions,
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly onlyActions: boolean }> {
    const { force, fromAfar, isSetup = false } = options;
    const before = this.#inForce.running;
    const { outcomes, next, doubt } = await propose(this.#around, this.#inForce, requests, caller);
    if (next?.edits) refuseEdited(this.#around.operations, next.changes, caller, this.#around.context());
    if (next) this.#refuseWhileRestarting();
    if (!next) {
      const isConcluding = requests.some((request) => concludes(this.#around.operations, request));
      // Operations that save or end what is in force wait for their turn, so that no change is half made.
      if (isConcluding) await this.#operate(requests);
      return { outcomes, onlyActions: !isConcluding };
    }
    if (doubt && !force) throw refusalOfDoubt(doubt);
    const who = callerName(caller);
    if (this.#around.guard.provisional()) {
      // Otherwise it would have been refused; what was before is what it is to be made of.
      await this.#takeControl(who);
      return this.#perform(requests, caller, { force: force === true, isSetup });
    }
    // What an operation of a forced change forces belongs to it; if only an operation has to be forced, the whole
    // change is reverted.
    const outer = { forcing: this.#forcing, before: this.#before };
    const former = outer.before ?? before;
    const forced = outer.forcing ? undefined : fromAfar ? forcedFromAfar(fromAfar, who) : doubt && forcedBy(doubt, who);
    this.#forcing ||= forced !== undefined || doubt !== undefined;
    try {
      await this.#putInForce(next, { caller, isSetup }, former, forced);
      this.#before = former;
      try {
        await this.#operate(requests);
      } catch (error) {
        await this.#takeBack(before, undefined, say('The change could not be completed.'));
        if (!outer.forcing) await this.#forced.withdraw();
        throw error;
      } finally {
        this.#before = outer.before;
      }
      await logChanges(this.#around.log, who, next.changes);
      if (forced && fromAfar) await this.#waitForCloud(forced, former, fromAfar);
      else if (forced) await this.#wait(forced, who, former);
    } finally {
      this.#forcing = outer.forcing;
    }
    return { outcomes, onlyActions: false };
  }

  /**
   * Puts in force what no operation belongs to, and logs it; what is `forced` counts as unconfirmed all the while, and is then waited
   * for.
   */
  async #putEdit(
    next: Next,
    author: Author,
    former: Running,
    forced: Forced | undefined,
    wait: (forced: Forced) => Promise<void>,
  ): Promise<void> {
    this.#forcing = forced !== undefined;
    try {
      await this.#putInForce(next, author, former, forced);
      await logChanges(this.#around.log, callerName(author.caller), next.changes);
      if (forced) await wait(forced);
    } finally {
      this.#forcing = false;
    }
  }

  /** Applies and commits; what is `forced` is on flash before. */
  async #putInForce(next: Next, author: Author, former: Running, forced: Forced | undefined): Promise<void> {
    if (forced) await this.#forced.announce(forced, former.configuration);
    let made = next;
    try {
      await breathAmong(next.changes);
      // The cloud confirms over a connection that the switch opens, from whatever address.
      if (forced && forced.proof.change === undefined) made = await this.#keepingAddresses(next);
      await this.#inForce.apply(made);
    } catch (error) {
      if (forced) await this.#forced.withdraw();
      throw error;
    }
    await breathAmong(next.changes);
    await this.#commit(made, { ...author, isForced: forced !== undefined });
  }

  /** The same, with the former addresses in addition to its own: clients there learn the switch's present address. */
  async #keepingAddresses(next: Next): Promise<Next> {
    this.#departure?.();
    this.#departure = undefined;
    await this.#hold(() => true);
    return { ...next, compiled: this.#inForce.compile(next.configuration, next.compiled) };
  }

  /** The forced change is in force: waits for its confirmation, and restores `former` without one. */
  async #wait(forced: Forced, who: Message, former: Running): Promise<void> {
    this.#logForced(forced, who);
    const made = this.configuration;
    const isRevocable = () => this.configuration === made;
    let isConfirmed = false;
    await this.#forced.wait(forced, {
      // Once it is confirmed another change may come first.
      restore: (by) => this.#queue.run(async () => (!isConfirmed || isRevocable()) && this.#takeBack(former, by)),
      confirmed: async () => {
        isConfirmed = true;
      },
      restored: say('A forced change was not confirmed within 60 s; the former configuration is in force again.'),
      isRevocable,
    });
  }

  async #waitForCloud(forced: Forced, former: Running, { returned }: FromAfar): Promise<void> {
    const { keepConfirmed } = this.#around;
    const made = this.configuration;
    await this.#forced.wait(forced, {
      restore: () => this.#queue.run(() => this.#takeBack(former)),
      restored: say('The cloud did not confirm its change in time; the former configuration is in force again.'),
      returned,
      confirmed: () => keepConfirmed(made, forced.user).catch((error: unknown) => this.#complainOfConfirmed(error)),
    });
  }

  #complainOfConfirmed(error: unknown): void {
    const message =
      error instanceof Refusal
        ? error.said
        : say('The confirmed change could not be written to flash, because {{reason}}.', { reason: reasonOf(error) });
    this.#around.log.write(Severity.error, message);
  }

  /**
   * Takes back a change from afar for somebody at the switch. Throws a `Refusal` where it is just being confirmed or taken back.
   */
  async #takeControl(who: Message): Promise<void> {
    const { guard } = this.#around;
    if (!(await guard.takeBack({ who }))) refuseWhileProvisional(guard);
  }

  #isRunning(configuration: Configuration): boolean {
    return changesBetween(this.#around.objects, this.configuration, configuration).length === 0;
  }

  /** Judges a restart that changes nothing but what it loses: there is nothing to come back to. Throws a `Refusal`. */
  async #judgeRestart(caller: Caller, isForced: boolean): Promise<void> {
    const { connection } = caller;
    const present = this.#inForce.prospect;
    const path = connection && (await this.#around.whereabouts.find(connection));
    if (!connection || !path || path === 'unsettled') return;
    const session = sessionOf(present, path, connection);
    const reason = laterFault(present, session, ['restarted']);
    if (!reason) return;
    if (!isForced) throw refusalOfDoubt({ kind: 'loss', reason, session, connection });
    const message = say('{{who}} restarts the switch, which disconnects the session. {{reason}}', {
      who: callerName(caller),
      reason,
    });
    this.#around.log.write(Severity.warning, message);
  }

  /**
   * The guard's judgment of a start with this configuration, in the present surroundings. Throws as `#doubtAbout` does.
   */
  async #doubtAboutStart(configuration: Configuration, caller: Caller): Promise<Doubt | undefined> {
    if (this.#isRunning(configuration)) return undefined;
    await breath();
    const compiled = await this.#inForce.compileInBreaths(configuration);
    await breath();
    return this.#doubtAbout({ configuration, compiled }, caller);
  }

  /**
   * The guard's judgment of something else in force. Throws a `Refusal` if the switch would become unreachable for
   * everyone.
   */
  async #doubtAbout(next: Running, { connection }: Caller, slots?: SlotReader): Promise<Doubt | undefined> {
    const after = this.#inForce.outlookOf(next, slots);
    await breath();
    const present = this.#inForce.prospect;
    const origin = await originOf(this.#around, connection, present, after);
    return doubtOf(judge(present, after, origin));
  }

  /** The ports at which a device would lose its power. */
  async #losingPower({ compiled: { whole } }: Next): Promise<PortList> {
    const { plan } = this.#inForce;
    if (whole.power === plan.power && whole.powerSupply === plan.powerSupply) return NO_PORTS;
    return (await this.#around.datapath.losingPower?.(whole)) ?? NO_PORTS;
  }

  /** Throws a `Refusal` where what is done now would outlive a change that may yet be taken back. */
  #refuseWhileUnconfirmed(): void {
    this.#refuseWhileRestarting();
    refuseWhileProvisional(this.#around.guard);
    if (this.#forcing) {
      const message = say('This cannot be combined with a change that must be confirmed.');
      throw new Refusal(ErrorCode.inconsistentValue, message);
    }
  }

  #refuseWhileRestarting(): void {
    if (this.#isRestarting) throw new Refusal(ErrorCode.resourceUnavailable, restarting);
  }

  #operate(requests: readonly CallersRequest[]): Promise<void> {
    return operate(this.#around.operations, () => this.#around.context(), requests);
  }

  async #commit({ configuration, compiled, changes, edits = [] }: Next, author: Author): Promise<void> {
    const { history, journal, wallClock, changed } = this.#around;
    this.#inForce.put({ configuration, compiled });
    const { caller } = author;
    const user = caller.access === 'device' ? caller.user : wordsOf(callerName(caller));
    const [edit] = edits;
    // At once: what is saved from now on holds it.
    journal().record(changes, configuration, {
      ...author,
      note: edit?.note ?? author.note,
      undoes: edits.flatMap(({ undoes = [] }) => undoes),
    });
    await inBreaths(history().record(changes, { user, time: wallClock.now() }));
    return changed(new Set(changes.map((change) => change.object)));
  }

  /** Puts a former state back in force, whatever has happened since; resolves to whether the datapath took it. */
  async #takeBack(former: Running, by?: Revoker, note = say('A forced change was taken back.')): Promise<boolean> {
    const { objects, changed, journal } = this.#around;
    const present = this.configuration;
    if (by?.localAddress !== undefined) await this.#stayAt(by.localAddress);
    const isTaken = await this.#inForce.putBack(former);
    const changes = changesBetween(objects, present, former.configuration);
    if (changes.length > 0) journal().tookBack(changes, former.configuration, { caller: theDevice, note });
    await changed(new Set(changes.map((change) => change.object)));
    return isTaken;
  }

  /** Keeps these of the addresses of before, within a turn. */
  async #hold(isHeld: (address: AccessAddress) => boolean): Promise<void> {
    this.#inForce.holdAddresses(isHeld);
    // The state in force follows the slot first, within this turn: afterwards it would undo the change.
    await Promise.resolve();
    await this.#queue.run(async () => {});
  }

  /** A client that reverts a change at an address of its own learns there where the switch is from now on. */
  async #stayAt(own: string): Promise<void> {
    this.#departure?.();
    this.#departure = this.#around.clock.after(DEPARTURE, () => {
      this.#departure = undefined;
      this.#leave();
    });
    await this.#hold(({ address }) => address === plainAddress(own));
  }

  /** The former addresses are no longer needed, unless a client still has to be redirected. */
  #leave(): void {
    if (!this.#departure) this.#inForce.holdAddresses();
  }

  #logForced({ reason }: Forced, who: Message): void {
    const message = say('{{who}} forced a change that may disconnect the session: {{reason}}', { who, reason });
    this.#around.log.write(Severity.warning, message);
  }

  /** A plan that depends on slots that changed follows them behind what is under way. */
  #followSlots(changed: ReadonlySet<Slot<unknown>>): void {
    void this.#queue
      .run(() => this.#inForce.followSlots())
      .catch((error: unknown) => {
        const names = [...changed].map(({ name }) => name).join(', ');
        this.#around.log.write(
          Severity.error,
          say('A change of {{names}} could not be put in force: {{reason}}', { names, reason: saidBy(error) }),
        );
      });
  }
}

function forcedFromAfar({ change, time }: FromAfar, who: Message): Forced {
  return { reason: say('The cloud must confirm it.'), user: wordsOf(who), proof: proofFromAfar(change), time };
}

function forcedBy(doubt: Doubt, who: Message): Forced {
  return { reason: doubt.reason, user: wordsOf(who), proof: proofOf(doubt) };
}
