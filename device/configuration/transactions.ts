import { breath, inBreaths } from '../../datapath/breath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Problem } from '../../model/configuration/rule.ts';
import { tellingChanges } from '../../model/configuration/told-changes.ts';
import { type Message, say } from '../../model/values/message.ts';
import { NO_PORTS } from '../../model/values/port-list.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { CallersRequest, Undertaking } from '../feature.ts';
import { restarting } from '../flash/slot-message.ts';
import type { Forced } from '../guard/guard.ts';
import type { Outlook } from '../guard/outlook.ts';
import type { Author } from '../history/author.ts';
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
import { LossRefusal, Refusal } from '../refusal.ts';
import { refuseEdited } from '../sessions/access-proof.ts';
import type { Slot, Slots } from '../slot.ts';
import { logChanges } from './audit-log.ts';
import { wholeProblems } from './check-rules.ts';
import { type CommitSurroundings, Commits } from './commits.ts';
import { Confirmations } from './confirmations.ts';
import { Departure } from './departure.ts';
import { refusalOfDoubt, refuseWhileProvisional } from './doubt.ts';
import { forcedBy, forcedFromAfar, logForced } from './forced.ts';
import { ForcedChanges, type ForcedSurroundings } from './forced-changes.ts';
import { InForce, type InForceSurroundings, type Running } from './in-force.ts';
import { Judgment } from './judgment.ts';
import { LaterCut } from './later-cut.ts';
import { concludes, operate, rehearse } from './operations.ts';
import {
  breathAmong,
  type Edit,
  type Next,
  type Proposal,
  type ProposalSurroundings,
  propose,
  proposeEdit,
} from './proposal.ts';
import { Restarts } from './restarts.ts';
import { SerialQueue } from './serial-queue.ts';

/** Dependencies of transactions. */
export interface TransactionSurroundings
  extends InForceSurroundings,
    ProposalSurroundings,
    ForcedSurroundings,
    CommitSurroundings {
  /** Makes what was confirmed the startup configuration. Rejects with a `Refusal` or the system's error. */
  keepConfirmed(configuration: Configuration, user: string): Promise<void>;
  /** A forced change was taken back: what was handed out for it is void. */
  returned(): void;
}

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
  readonly #departure: Departure;
  readonly #judgment: Judgment;
  readonly #commits: Commits;
  readonly #confirmations: Confirmations;
  /** What the next start begins with. */
  readonly restarts: Restarts;
  /** A forced change is being made, its operations with it; afterwards it waits to be confirmed. */
  #forcing = false;
  /** The state in force before the change whose operations run. */
  #before: Running | undefined;

  constructor(around: TransactionSurroundings, configuration: Configuration) {
    this.#around = around;
    this.#inForce = new InForce(around, configuration, (changed) => this.#followSlots(changed));
    this.#departure = new Departure(around.clock, this.#queue, this.#inForce);
    this.#judgment = new Judgment(around, this.#inForce);
    this.#commits = new Commits(around, this.#inForce, this.#departure);
    const { clock, log } = around;
    this.#later = new LaterCut({ clock, log, slots: this.slots, prospect: () => this.#inForce.prospect });
    this.#forced = new ForcedChanges({
      ...around,
      decided: () => this.#departure.leave(),
      returned: () => {
        this.#later.end();
        around.returned();
      },
      confirmed: (user, call) => this.#later.watch(user, call),
    });
    this.#confirmations = new Confirmations({
      queue: this.#queue,
      inForce: this.#inForce,
      forced: this.#forced,
      commits: this.#commits,
      log,
      keepConfirmed: around.keepConfirmed,
    });
    this.restarts = new Restarts({
      queue: this.#queue,
      inForce: this.#inForce,
      judgment: this.#judgment,
      forced: this.#forced,
      guard: around.guard,
      log,
      refuseWhileUnconfirmed: () => this.#refuseWhileUnconfirmed(),
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
    if (this.restarts.isUnderWay) return restarting;
    return this.isUnconfirmed
      ? say('A change that may disconnect the session is waiting for confirmation and cannot be saved yet.')
      : this.#forced.obstacle;
  }

  /** Nothing is tried again from now on. */
  end(): void {
    this.#departure.end();
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
      const { next, doubt, loss } = await this.#proposeAnyhow(asked, caller);
      const unpowered = next ? await this.#judgment.losingPower(next) : NO_PORTS;
      const told = next?.edits && (await inBreaths(tellingChanges(next.changes)));
      const foreseen = doubt ? { reason: doubt.reason, isFinal: false } : (loss ?? (await this.#rehearse(asked)));
      return {
        changes: next?.changes ?? [],
        ...(told && { told: told.map(({ of: _, ...said }) => said) }),
        ...(foreseen && { loss: { reason: foreseen.reason, isFinal: foreseen.isFinal } }),
        ...(unpowered !== NO_PORTS && { unpowered }),
      };
    });
  }

  /** A proposal as if the operations' own doubts were forced, and the first of these. */
  async #proposeAnyhow(
    asked: readonly CallersRequest[],
    caller: Caller,
  ): Promise<Proposal & { readonly loss?: LossRefusal }> {
    try {
      return await propose(this.#around, this.#inForce, asked, caller);
    } catch (loss) {
      if (!(loss instanceof LossRefusal)) throw loss;
      const forced = asked.map((request) => ({ ...request, forced: true }));
      return { ...(await propose(this.#around, this.#inForce, forced, caller)), loss };
    }
  }

  /** What the guard would refuse the operations with. Rejects with another `Refusal` of theirs. */
  async #rehearse(requests: readonly CallersRequest[]): Promise<LossRefusal | undefined> {
    try {
      await rehearse(this.#around.operations, () => this.#around.context(), requests);
      return undefined;
    } catch (loss) {
      if (loss instanceof LossRefusal) return loss;
      throw loss;
    }
  }

  /** Changes the configuration on the device's own account. Rejects with a `Refusal`. */
  change(why: Message, edit: (configuration: Configuration) => Configuration): Promise<void> {
    return this.#queue.run(async () => {
      const next = await proposeEdit(this.#around, this.#inForce, edit);
      if (!next) return;
      await breath();
      await this.#inForce.apply(next);
      await breath();
      await this.#commits.commit(next, { caller: theDevice, note: why });
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
      const doubt = await this.#judgment.of(next, caller);
      if (doubt && !force) throw refusalOfDoubt(doubt);
      const who = callerName(caller);
      const forced = doubt && forcedBy(doubt, who);
      await this.#putEdit(next, { caller }, before, forced, (made) => this.#confirmations.wait(made, who, before));
    });
  }

  /** See `DeviceContext`. */
  changeFromAfar(edit: Edit, caller: Caller, fromAfar: FromAfar): Promise<boolean> {
    return this.#queue.run(async () => {
      const before = this.#inForce.running;
      const next = await proposeEdit(this.#around, this.#inForce, edit);
      if (!next) return false;
      this.restarts.refuseWhileUnderWay();
      const who = callerName(caller);
      const forced = forcedFromAfar(fromAfar, who);
      await this.#putEdit(next, { caller }, before, forced, (made) =>
        this.#confirmations.waitForCloud(made, before, fromAfar),
      );
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
      const doubt = await this.#judgment.of({ configuration, compiled }, caller, slots);
      if (doubt && !force) throw refusalOfDoubt(doubt, !takeBack);
      if (!doubt) await keep?.();
      await undertaking.carryOut();
      if (!doubt) return;
      const who = callerName(caller);
      const forced = forcedBy(doubt, who);
      logForced(this.#around.log, forced, who);
      if (!takeBack) return;
      await this.#forced.wait(forced, {
        async restore(_by, settle) {
          await takeBack();
          await settle();
          return true;
        },
        restored: say('The forced change was not confirmed within 60 s and is reverted.'),
        confirmed: async () => keep?.().catch((error: unknown) => this.#confirmations.complain(error)),
      });
    });
  }

  /** A start has put in force what was to be tried once: waits for its confirmation, and `keep`s it then. */
  awaitConfirmation(tried: Forced, former: Configuration, keep: () => Promise<void>): void {
    this.#confirmations.awaitStart(tried, former, keep);
  }

  /** A start has put in force the configuration before a forced change, if it found one: none is pending. */
  forgetForced(isThere: boolean): Promise<void> {
    return this.#forced.forget(isThere);
  }

  /** Objections of fields, row limits and rules to a configuration as a whole, as at a start. */
  problemsOf(configuration: Configuration): Promise<readonly Problem[]> {
    return wholeProblems(this.#around, configuration);
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
    if (next) this.restarts.refuseWhileUnderWay();
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
        await this.#commits.takeBack(before, undefined, say('The change could not be completed.'));
        if (!outer.forcing) await this.#forced.withdraw();
        throw error;
      } finally {
        this.#before = outer.before;
      }
      await logChanges(this.#around.log, who, next.changes);
      if (forced && fromAfar) await this.#confirmations.waitForCloud(forced, former, fromAfar);
      else if (forced) await this.#confirmations.wait(forced, who, former);
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
      if (forced && forced.proof.change === undefined) {
        await this.#departure.keepAll();
        made = { ...next, compiled: this.#inForce.compile(next.configuration, next.compiled) };
      }
      await this.#inForce.apply(made);
    } catch (error) {
      if (forced) await this.#forced.withdraw();
      throw error;
    }
    await breathAmong(next.changes);
    await this.#commits.commit(made, { ...author, isForced: forced !== undefined });
  }

  /**
   * Takes back a change from afar for somebody at the switch. Throws a `Refusal` where it is just being confirmed or taken back.
   */
  async #takeControl(who: Message): Promise<void> {
    const { guard } = this.#around;
    if (!(await guard.takeBack({ who }))) refuseWhileProvisional(guard);
  }

  /** Throws a `Refusal` where what is done now would outlive a change that may yet be taken back. */
  #refuseWhileUnconfirmed(): void {
    this.restarts.refuseWhileUnderWay();
    refuseWhileProvisional(this.#around.guard);
    if (this.#forcing) {
      const message = say('This cannot be combined with a change that must be confirmed.');
      throw new Refusal(ErrorCode.inconsistentValue, message);
    }
  }

  #operate(requests: readonly CallersRequest[]): Promise<void> {
    return operate(this.#around.operations, () => this.#around.context(), requests);
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
