import { breath } from '../../datapath/breath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Problem } from '../../model/configuration/rule.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say, wordsOf } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import { type Caller, callerName, type PerformOptions, type Request, type Trial, theDevice } from '../door.ts';
import type { CallersRequest } from '../feature.ts';
import type { Doubt } from '../guard/judge.ts';
import type { Outlook } from '../guard/outlook.ts';
import { Severity } from '../log/log.ts';
import type { Slot, Slots } from '../slot.ts';
import type { WallClock } from '../wall-clock.ts';
import { logChanges } from './audit-log.ts';
import type { Changes } from './change-history.ts';
import { allProblems } from './check-rules.ts';
import { refusalOfDoubt } from './doubt.ts';
import { InForce, type InForceSurroundings, type Running } from './in-force.ts';
import { operate } from './operations.ts';
import { breathAmong, type Next, type ProposalSurroundings, propose, proposeEdit } from './proposal.ts';
import { SerialQueue } from './serial-queue.ts';

/** What transactions need of the device around them. */
export interface TransactionSurroundings extends InForceSurroundings, ProposalSurroundings {
  readonly wallClock: WallClock;
  history(): Changes;
  /** The configuration holds something new in these objects. */
  changed(objects: ReadonlySet<ObjectDeclaration>): void;
  /** A forced change has been applied and waits to be confirmed. */
  provisional(): void;
}

/**
 * The running configuration and the only way to change it: one transaction at a time, each checked, compiled, guarded and
 * applied before it is committed. A failure anywhere leaves everything as it was (design: "the way of a change").
 */
export class Transactions {
  readonly #around: TransactionSurroundings;
  readonly #queue = new SerialQueue();
  readonly #inForce: InForce;
  /** Operations of a forced change run; afterwards it waits to be confirmed. */
  #forcing = false;

  constructor(around: TransactionSurroundings, configuration: Configuration) {
    this.#around = around;
    this.#inForce = new InForce(around, configuration, (changed) => this.#followSlots(changed));
  }

  get configuration(): Configuration {
    return this.#inForce.running.configuration;
  }

  /** What services have learnt and engines have decided. */
  get slots(): Slots {
    return this.#inForce.slots;
  }

  get plan(): ForwardingPlan {
    return this.#inForce.plan;
  }

  get state(): ForwardingState {
    return this.#inForce.state;
  }

  /** What decides whether sessions reach the switch, as it is in force. */
  get outlook(): Outlook {
    return this.#inForce.outlook;
  }

  /** Whether a forced change is in force that nobody has confirmed yet. */
  get isUnconfirmed(): boolean {
    return this.#forcing || this.#around.guard.provisional() !== undefined;
  }

  /** Puts a configuration in force that nobody is asked about: at the start. Rejects where the datapath refuses it. */
  begin(configuration: Configuration): Promise<void> {
    return this.#queue.run(() => this.#inForce.begin(configuration));
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
    const { next, doubt } = await this.#queue.run(() => propose(this.#around, this.#inForce, asked, caller));
    return { changes: next?.changes ?? [], ...(doubt && { loss: doubt.reason }) };
  }

  /** Changes the configuration on the device's own account. Rejects with a `Refusal`. */
  change(why: Message, edit: (configuration: Configuration) => Configuration): Promise<void> {
    return this.#queue.run(async () => {
      const next = await proposeEdit(this.#around, this.#inForce, edit);
      if (!next) return;
      await breath();
      await this.#inForce.apply(next.compiled);
      await breath();
      this.#commit(next, theDevice.user);
      await breath();
      logChanges(this.#around.log, why, next.changes);
    });
  }

  /** What fields, row limits and rules say against a configuration as a whole. */
  problemsOf(configuration: Configuration): readonly Problem[] {
    const { objects, rules, hardware } = this.#around;
    const problems = allProblems(objects, rules, this.configuration, configuration, hardware);
    return [...problems].filter((problem) => problem !== undefined);
  }

  async #perform(requests: readonly CallersRequest[], caller: Caller, force: boolean) {
    const { guard, log } = this.#around;
    const before = this.#inForce.running;
    const { deleted, next, doubt } = await propose(this.#around, this.#inForce, requests, caller);
    if (!next) return { deleted, onlyActions: true };
    if (doubt && !force) throw refusalOfDoubt(doubt);
    await breathAmong(next.changes);
    await this.#inForce.apply(next.compiled);
    await breathAmong(next.changes);
    const who = callerName(caller);
    this.#commit(next, wordsOf(who));
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
    logChanges(log, who, next.changes);
    if (doubt) this.#waitForConfirmation(doubt, who, before);
    return { deleted, onlyActions: false };
  }

  #operate(requests: readonly CallersRequest[]): Promise<void> {
    return operate(this.#around.operations, () => this.#around.context(), requests);
  }

  #commit({ configuration, compiled, changes }: Next, user: string): void {
    const { history, wallClock, changed } = this.#around;
    this.#inForce.put({ configuration, compiled });
    history().record(changes, { user, time: wallClock.now() });
    changed(new Set(changes.map((change) => change.object)));
  }

  /** Puts a former state back in force, whatever has happened since. */
  async #takeBack(former: Running): Promise<void> {
    const { objects, changed } = this.#around;
    const present = this.configuration;
    await this.#inForce.putBack(former);
    const changes = changesBetween(objects, present, former.configuration);
    changed(new Set(changes.map((change) => change.object)));
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
