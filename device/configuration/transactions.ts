import { breath } from '../../datapath/breath.ts';
import type { Connection, Datapath } from '../../datapath/datapath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { PlanConflict } from '../../datapath/section.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import { type Change, changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { withDependentRows } from '../../model/configuration/dependent-rows.ts';
import type { Hardware } from '../../model/configuration/hardware.ts';
import type { Problem, Rule } from '../../model/configuration/rule.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say, wordsOf } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { AccessContribution, Contribution, StateContribution } from '../contribution.ts';
import { type Caller, callerName, type PerformOptions, type Request, type Trial, theDevice } from '../door.ts';
import type { CallersRequest, DeviceContext, Operation } from '../feature.ts';
import type { Guard } from '../guard/guard.ts';
import { type Doubt, judge, type Origin, type Verdict } from '../guard/judge.ts';
import { type Outlook, sameOutlook } from '../guard/outlook.ts';
import { type Log, Severity } from '../log/log.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import { type Slot, SlotStore, type Slots } from '../slot.ts';
import type { WallClock } from '../wall-clock.ts';
import { logChanges } from './audit-log.ts';
import type { Changes } from './change-history.ts';
import { allProblems, firstProblem, rowsInUse } from './check-rules.ts';
import {
  type CompiledAccess,
  type CompiledPlan,
  type CompiledState,
  compileAccess,
  compilePlan,
  compileState,
} from './compile-plan.ts';
import { Draft } from './draft.ts';
import { SerialQueue } from './serial-queue.ts';

/** What transactions need of the device around them. */
export interface TransactionSurroundings {
  readonly objects: readonly ObjectDeclaration[];
  readonly rules: readonly Rule[];
  readonly contributions: readonly Contribution[];
  readonly stateContributions: readonly StateContribution[];
  readonly accessContributions: readonly AccessContribution[];
  readonly operations: readonly Operation[];
  readonly hardware: Hardware;
  readonly datapath: Datapath;
  readonly guard: Guard;
  readonly log: Log;
  readonly wallClock: WallClock;
  context(): DeviceContext;
  history(): Changes;
  /** The configuration holds something new in these objects. */
  changed(objects: ReadonlySet<ObjectDeclaration>): void;
  /** This plan is in force now. */
  inForce(plan: ForwardingPlan): void;
  /** A forced change has been applied and waits to be confirmed. */
  provisional(): void;
}

interface Running {
  readonly configuration: Configuration;
  readonly compiled: CompiledPlan;
}

/** An order that was checked, compiled and judged, and not applied. */
interface Proposal {
  readonly before: Running;
  /** Rows that each request deletes. */
  readonly deleted: readonly number[];
  /** Undefined where the configuration stays as it is. */
  readonly next?: {
    readonly configuration: Configuration;
    readonly changes: readonly Change[];
    readonly compiled: CompiledPlan;
    /** What has to be forced, and confirmed afterwards. */
    readonly doubt: Doubt | undefined;
  };
}

/**
 * The running configuration and the only way to change it: one transaction at a time, each checked, compiled, guarded and
 * applied before it is committed. A failure anywhere leaves everything as it was (design: "the way of a change").
 */
export class Transactions {
  readonly #around: TransactionSurroundings;
  readonly #queue = new SerialQueue();
  readonly #slots = new SlotStore(
    (changed) => this.#followSlots(changed),
    (error) =>
      this.#around.log.write(
        Severity.error,
        say('A change of a slot could not be followed: {{reason}}', { reason: saidBy(error) }),
      ),
  );
  #running: Running;
  #state: CompiledState;
  #access: CompiledAccess | undefined;
  /** Operations of a forced change run; afterwards it waits to be confirmed. */
  #forcing = false;

  constructor(around: TransactionSurroundings, configuration: Configuration) {
    this.#around = around;
    this.#running = { configuration, compiled: this.#compile(configuration) };
    this.#state = this.#compileState();
  }

  get configuration(): Configuration {
    return this.#running.configuration;
  }

  /** What services have learnt and engines have decided. */
  get slots(): Slots {
    return this.#slots;
  }

  /** Whether a forced change is in force that nobody has confirmed yet. */
  get isUnconfirmed(): boolean {
    return this.#forcing || this.#around.guard.provisional() !== undefined;
  }

  get plan(): ForwardingPlan {
    return this.#running.compiled.whole;
  }

  get state(): ForwardingState {
    return this.#state.whole;
  }

  /** What decides whether sessions reach the switch, as it is in force. */
  get outlook(): Outlook {
    this.#access = this.#compileAccess(this.#running.configuration);
    return { plan: this.plan, state: this.state, access: this.#access.whole };
  }

  /** The same as it would be. */
  #outlookOf(configuration: Configuration, { whole: plan }: CompiledPlan): Outlook {
    return refusingConflicts(() => ({
      plan,
      state: this.#compileState(configuration).whole,
      access: this.#compileAccess(configuration).whole,
    }));
  }

  /** Puts a configuration in force that nobody is asked about: at the start. Rejects where the datapath refuses it. */
  begin(configuration: Configuration): Promise<void> {
    return this.#queue.run(async () => {
      const compiled = this.#compile(configuration);
      await this.#around.datapath.apply(compiled.whole);
      this.#put({ configuration, compiled });
      this.#around.datapath.update(this.#state.whole);
    });
  }

  /** Does what is ordered; resolves to the number of rows that each request deleted. Rejects with a `Refusal`. */
  async perform(
    requests: readonly Request[],
    caller: Caller,
    options: PerformOptions = {},
  ): Promise<readonly number[]> {
    const asked = requests.map((request) => ({ ...request, caller }));
    const { deleted, onlyActions } = await this.#queue.run(() => this.#perform(asked, caller, options.force === true));
    // What changes no configuration may take its time (a transfer, a query) without holding up who does.
    if (onlyActions) await this.#operate(asked);
    return deleted;
  }

  /** What requests would come to: nothing is changed, no operation runs. Rejects as `perform` does, but never for the guard. */
  async tryOut(requests: readonly Request[], caller: Caller): Promise<Trial> {
    const asked = requests.map((request) => ({ ...request, caller }));
    const { next } = await this.#queue.run(() => this.#propose(asked, caller));
    if (!next) return { changes: [] };
    const { changes, doubt } = next;
    return { changes, ...(doubt && { loss: doubt.reason }) };
  }

  /** Changes the configuration on the device's own account. Rejects with a `Refusal`. */
  change(why: Message, edit: (configuration: Configuration) => Configuration): Promise<void> {
    return this.#queue.run(async () => {
      const before = this.#running;
      const { objects, hardware } = this.#around;
      const next = withDependentRows(objects, edit(before.configuration), hardware, before.configuration);
      if (next === before.configuration) return;
      this.#refuseWhileProvisional();
      await breath();
      const changes = changesBetween(objects, before.configuration, next);
      for (const problem of this.#check(next, changes)) {
        refuseProblem(problem);
        await breath();
      }
      const compiled = this.#compile(next, before.compiled);
      await breath();
      refuseIsolation(judge(this.outlook, this.#outlookOf(next, compiled), undefined));
      await breath();
      await this.#apply(before, compiled);
      await breath();
      this.#commit({ ...before, configuration: next, compiled }, changes, theDevice.user);
      await breath();
      logChanges(this.#around.log, why, changes);
    });
  }

  /** What fields, row limits and rules say against a configuration as a whole. */
  problemsOf(configuration: Configuration): readonly Problem[] {
    return [...this.#check(configuration)].filter((problem) => problem !== undefined);
  }

  #check(configuration: Configuration, changes?: readonly Change[]): ReturnType<typeof allProblems> {
    const { objects, rules, hardware } = this.#around;
    return allProblems(objects, rules, this.#running.configuration, configuration, hardware, changes);
  }

  async #propose(requests: readonly CallersRequest[], { connection }: Caller): Promise<Proposal> {
    const { objects, rules, hardware } = this.#around;
    const before = this.#running;
    const draft = new Draft(before.configuration, hardware, objects);
    const deleted: number[] = [];
    for (const request of requests) {
      draft.check(request);
      const stored = await this.#prepared(request);
      deleted.push(draft.apply({ ...request, values: stored }));
    }
    this.#leaveInUse(draft, before.configuration, requests, deleted);
    const next = draft.finish();
    if (next === before.configuration) return { before, deleted };
    this.#refuseWhileProvisional();
    const changes = changesBetween(objects, before.configuration, next);
    await breathAmong(changes);
    refuseProblem(firstProblem(rules, before.configuration, next, changes, hardware));
    await breathAmong(changes);
    const compiled = this.#compile(next, before.compiled);
    await breathAmong(changes);
    const after = this.#outlookOf(next, compiled);
    const origin = sameOutlook(this.outlook, after) ? undefined : await this.#originOf(connection);
    const verdict = judge(this.outlook, after, origin);
    refuseIsolation(verdict);
    return { before, deleted, next: { configuration: next, changes, compiled, doubt: doubtOf(verdict) } };
  }

  async #perform(requests: readonly CallersRequest[], caller: Caller, force: boolean) {
    const { guard, log } = this.#around;
    const { before, deleted, next } = await this.#propose(requests, caller);
    if (!next) return { deleted, onlyActions: true };
    const { configuration, changes, compiled, doubt } = next;
    if (doubt && !force) throw new Refusal(ErrorCode.managementLoss, doubtInWords(doubt));
    await breathAmong(changes);
    await this.#apply(before, compiled);
    await breathAmong(changes);
    const who = callerName(caller);
    this.#commit({ ...before, configuration, compiled }, changes, wordsOf(who));
    const outer = this.#forcing;
    this.#forcing ||= doubt !== undefined;
    try {
      await this.#operate(requests);
    } catch (error) {
      // An operation may have forced something itself: it goes with the rest.
      guard.drop();
      await this.#takeBack(before);
      throw error;
    } finally {
      this.#forcing = outer;
    }
    logChanges(log, who, changes);
    if (doubt) this.#waitForConfirmation(doubt, who, before);
    return { deleted, onlyActions: false };
  }

  /** Rows that a Delete All cannot delete, because something uses them, stay; `deleted` then counts the others. */
  #leaveInUse(draft: Draft, before: Configuration, requests: readonly Request[], deleted: number[]): void {
    const { objects, rules, hardware } = this.#around;
    for (const [at, { kind, object }] of requests.entries()) {
      if (kind !== 'deleteAll' || object.shape !== 'table') continue;
      for (let restored = 1; restored > 0; ) {
        const next = draft.finish();
        const used = rowsInUse(rules, before, next, changesBetween(objects, before, next), hardware, object);
        restored = [...used].filter((key) => draft.restore(object, key)).length;
        deleted[at] = (deleted[at] ?? 0) - restored;
      }
    }
  }

  /** Throws a `Refusal` where two features want what cannot hold at once. */
  #compile(configuration: Configuration, previous?: CompiledPlan): CompiledPlan {
    const { contributions, hardware } = this.#around;
    const inputs = { configuration, hardware, slots: this.#slots };
    return refusingConflicts(() => compilePlan(contributions, inputs, previous));
  }

  #compileAccess(configuration: Configuration): CompiledAccess {
    const { accessContributions, hardware } = this.#around;
    return compileAccess(accessContributions, { configuration, hardware, slots: this.#slots }, this.#access);
  }

  async #originOf(connection: Connection | undefined): Promise<Origin | undefined> {
    return connection && { connection, path: await this.#around.datapath.locate(connection) };
  }

  #compileState(configuration = this.#running.configuration): CompiledState {
    const { stateContributions, hardware, log } = this.#around;
    const inputs = { configuration, hardware, slots: this.#slots };
    return compileState(stateContributions, inputs, this.#state, (error) =>
      log.write(
        Severity.error,
        say('What a protocol decided could not be put in force: {{reason}}', { reason: saidBy(error) }),
      ),
    );
  }

  /** Slots changed: the state follows at once, the plan where it depends on them behind what is under way. */
  #followSlots(changed: ReadonlySet<Slot<unknown>>): void {
    this.#putState();
    const { contributions, log } = this.#around;
    if (!contributions.some(({ uses }) => uses?.some((slot) => changed.has(slot)))) return;
    void this.#queue
      .run(async () => {
        const before = this.#running;
        const compiled = this.#compile(before.configuration, before.compiled);
        await this.#apply(before, compiled);
        this.#put({ ...before, compiled });
      })
      .catch((error: unknown) => {
        const names = [...changed].map(({ name }) => name).join(', ');
        log.write(
          Severity.error,
          say('A change of {{names}} could not be put in force: {{reason}}', { names, reason: saidBy(error) }),
        );
      });
  }

  #putState(): void {
    const former = this.#state.whole;
    try {
      this.#state = this.#compileState();
    } catch (error) {
      const { log } = this.#around;
      log.write(
        Severity.error,
        say('What the protocols decided could not be put in force: {{reason}}', { reason: saidBy(error) }),
      );
      return;
    }
    if (this.#state.whole !== former) this.#around.datapath.update(this.#state.whole);
  }

  async #prepared(request: CallersRequest): Promise<Request['values']> {
    let { values } = request;
    for (const { object, prepare } of this.#around.operations) {
      if (object === request.object && prepare) {
        values = { ...values, ...(await prepare(this.#around.context(), { ...request, values })) };
      }
    }
    return values;
  }

  /** What keeps or ends what is in force comes last, when nothing else can fail any more. */
  async #operate(requests: readonly CallersRequest[]): Promise<void> {
    for (const concluding of [false, true]) {
      for (const request of requests) {
        for (const { object, operate, concludes = false } of this.#around.operations) {
          if (object === request.object && concludes === concluding) await operate?.(this.#around.context(), request);
        }
      }
    }
  }

  async #apply(before: Running, compiled: CompiledPlan): Promise<void> {
    if (compiled.whole === before.compiled.whole) return;
    try {
      await this.#around.datapath.apply(compiled.whole);
    } catch (error) {
      const reason = saidBy(error);
      this.#around.log.write(Severity.error, say('The datapath refused a change: {{reason}}', { reason }));
      const message = say('The setting was not applied; the previous value is kept. {{reason}}', { reason });
      throw new Refusal(ErrorCode.commitFailed, message);
    }
  }

  #put(running: Running): void {
    this.#running = running;
    this.#putState();
    this.#around.inForce(running.compiled.whole);
  }

  #commit(running: Running, changes: readonly Change[], user: string): void {
    const { history, wallClock, changed } = this.#around;
    this.#put(running);
    history().record(changes, { user, time: wallClock.now() });
    changed(new Set(changes.map((change) => change.object)));
  }

  /** Puts a former state back in force, whatever has happened since. */
  async #takeBack(former: Running): Promise<void> {
    const { objects, datapath, log, changed } = this.#around;
    const present = this.#running;
    const compiled = this.#compiledAgain(former, present.compiled);
    try {
      await datapath.apply(compiled.whole);
    } catch (error) {
      log.write(
        Severity.critical,
        say('The former configuration could not be put back: {{reason}}', { reason: saidBy(error) }),
      );
    }
    this.#put({ configuration: former.configuration, compiled });
    const changes = changesBetween(objects, present.configuration, former.configuration);
    changed(new Set(changes.map((change) => change.object)));
  }

  /** As compiled now; as it was compiled then where what was learnt since stands against it. */
  #compiledAgain(former: Running, previous: CompiledPlan): CompiledPlan {
    try {
      return this.#compile(former.configuration, previous);
    } catch (error) {
      this.#around.log.write(
        Severity.error,
        say('The former configuration is put back without what was learnt since: {{reason}}', {
          reason: saidBy(error),
        }),
      );
      return former.compiled;
    }
  }

  #waitForConfirmation(doubt: Doubt, who: Message, before: Running): void {
    const { guard, log, provisional } = this.#around;
    log.write(
      Severity.warning,
      say('{{who}} forced a change that may cut the session off: {{reason}}', { who, reason: doubt.reason }),
    );
    guard.begin(doubt, wordsOf(who), () =>
      this.#queue.run(async () => {
        await this.#takeBack(before);
        log.write(
          Severity.warning,
          say('A forced change was not confirmed within 60 s; the former configuration is back.'),
        );
      }),
    );
    provisional();
  }

  #refuseWhileProvisional(): void {
    const waiting = this.#around.guard.provisional();
    if (!waiting) return;
    const { user, secondsLeft: seconds } = waiting;
    const message = say('A change by {{user}} waits to be confirmed; try again in {{seconds}} s.', { user, seconds });
    throw new Refusal(ErrorCode.resourceUnavailable, message);
  }
}

/** Changes from which a transaction lets frames and timers in between its steps. */
const MANY = 256;

/** Lets everything that waits go first where there are many changes: no frame waits for the whole of a large transaction. */
async function breathAmong(changes: readonly Change[]): Promise<void> {
  if (changes.length > MANY) await breath();
}

function refuseProblem(problem: Problem | undefined): void {
  if (problem) throw refusalOf(problem);
}

function refusingConflicts<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof PlanConflict) throw new Refusal(ErrorCode.inconsistentValue, error.said);
    throw error;
  }
}

function doubtOf(verdict: Verdict): Doubt | undefined {
  return verdict.kind === 'loss' || verdict.kind === 'unknown' ? verdict : undefined;
}

function doubtInWords({ kind, reason }: Doubt): Message {
  return kind === 'loss'
    ? say('This change would disconnect the current management session. {{reason}}', { reason })
    : say('This change might disconnect the current management session. {{reason}}', { reason });
}

function refuseIsolation(verdict: Verdict): void {
  if (verdict.kind === 'isolation') throw new Refusal(ErrorCode.inconsistentValue, verdict.reason);
}
