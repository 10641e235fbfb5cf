import { breath } from '../../datapath/breath.ts';
import type { Datapath } from '../../datapath/datapath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { PlanConflict } from '../../datapath/section.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import {
  endedConfiguration,
  endingConfiguration,
  keptConfiguration,
} from '../../model/configuration/kept-configuration.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { AccessAddress, AccessPlan } from '../access-plan.ts';
import type { AccessContribution, Contribution, StateContribution } from '../contribution.ts';
import type { LaterTime, Outlook } from '../guard/outlook.ts';
import { heldAddresses } from '../held-addresses.ts';
import { type Log, Severity } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import {
  type PlannedSlot,
  type Slot,
  type SlotReader,
  SlotStore,
  type Slots,
  slotsAfterRestart,
  slotsAtTheEnd,
} from '../slot.ts';
import {
  type CompiledAccess,
  type CompiledPlan,
  type CompiledState,
  type CompileInputs,
  compileAccess,
  compilePlan,
  compileState,
  compilingPlan,
  fearedState,
} from './compile-plan.ts';

/** Dependencies for compiling a configuration and putting it in force. */
export interface InForceSurroundings {
  readonly objects: readonly ObjectDeclaration[];
  readonly contributions: readonly Contribution[];
  readonly stateContributions: readonly StateContribution[];
  readonly accessContributions: readonly AccessContribution[];
  readonly hardware: Hardware;
  readonly datapath: Datapath;
  readonly log: Log;
  /** The running configuration or a slot changed. */
  moved(): void;
  /** These plans are in force now. */
  inForce(plan: ForwardingPlan, access: AccessPlan): void;
}

/** A configuration with the plan that was compiled from it. */
export interface Running {
  readonly configuration: Configuration;
  readonly compiled: CompiledPlan;
}

/** The outlook of a configuration at a later time. */
interface Ahead {
  readonly plan: CompiledPlan;
  readonly state: CompiledState;
  readonly access: CompiledAccess;
}

/**
 * The state in force: the running configuration, what services have learned and engines have decided, and what the
 * datapath was given of both. State follows its slots at once; for a plan that depends on changed slots `planIsBehind`
 * is called, and the owner of the transaction queue calls `followSlots` in its turn.
 */
export class InForce {
  readonly #around: InForceSurroundings;
  readonly #slots: SlotStore;
  #running: Running;
  #state: CompiledState;
  /** The last state that was compiled, of whatever configuration. */
  #last: CompiledState | undefined;
  /** The last state given to the datapath. */
  #given: ForwardingState | undefined;
  /** The configuration whose plan the datapath is about to be given. */
  #coming: Configuration | undefined;
  #access: CompiledAccess | undefined;
  /** The last compilation for each later time. */
  readonly #lastAhead = new Map<LaterTime, Ahead>();
  /** The same of each configuration: a change is judged against the present one, which is not to be compiled again for that. */
  readonly #ahead = new WeakMap<Configuration, Map<LaterTime, Ahead>>();
  /** The slots that anything is compiled from. */
  readonly #planned: readonly PlannedSlot<unknown>[];

  constructor(
    around: InForceSurroundings,
    configuration: Configuration,
    planIsBehind: (changed: ReadonlySet<Slot<unknown>>) => void,
  ) {
    this.#around = around;
    const all = [...around.contributions, ...around.stateContributions, ...around.accessContributions];
    this.#planned = [...new Set(all.flatMap(({ uses = [] }) => uses))];
    this.#slots = new SlotStore(
      (changed) => {
        around.moved();
        this.#putState();
        const { contributions } = around;
        if (contributions.some(({ uses }) => uses?.some((slot) => changed.has(slot)))) planIsBehind(changed);
      },
      (error) => this.#complain(say('A state change could not be processed: {{reason}}', { reason: saidBy(error) })),
    );
    this.#running = { configuration, compiled: this.compile(configuration) };
    this.#state = this.#compileState();
  }

  get running(): Running {
    return this.#running;
  }

  get slots(): Slots {
    return this.#slots;
  }

  get plan(): ForwardingPlan {
    return this.#running.compiled.whole;
  }

  get state(): ForwardingState {
    return this.#state.whole;
  }

  /** Keeps these of the addresses at which the switch answers now beside those of a change that follows; the others go. */
  holdAddresses(isHeld: (address: AccessAddress) => boolean = () => false): void {
    const held = [...this.outlook.access.addresses.values()].filter(isHeld);
    this.#slots.update(heldAddresses, (present) => (held.length === 0 && present.length === 0 ? present : held));
  }

  /** The outlook that decides whether sessions reach the switch. */
  get outlook(): Outlook {
    this.#access = this.#compileAccess(this.#running.configuration);
    return { plan: this.plan, state: this.state, access: this.#access.whole };
  }

  /** The same with what it comes to later. */
  get prospect(): Outlook {
    return this.#withLater(this.outlook, this.#running, this.#slots);
  }

  /** The same as it would be, with what it comes to later, also where slots said something else. Throws a `Refusal` as `compile` does. */
  outlookOf({ configuration, compiled }: Running, slots: SlotReader = this.#slots): Outlook {
    return refusingConflicts(() => {
      const state = this.#compileState(configuration, slots);
      const feared = this.#fearedState(configuration, slots, state);
      const outlook = {
        plan: compiled.whole,
        state: state.whole,
        ...(feared && { feared }),
        access: this.#compileAccess(configuration, slots).whole,
      };
      return this.#withLater(outlook, { configuration, compiled }, slots);
    });
  }

  #withLater(outlook: Outlook, running: Running, slots: SlotReader): Outlook {
    const { objects } = this.#around;
    const ended = endedConfiguration(objects, running.configuration);
    const restarted = keptConfiguration(objects, ended);
    const ending = endingConfiguration(objects, running.configuration, ended);
    const times: [LaterTime, Configuration, SlotReader][] = [
      ['ended', ended, slotsAtTheEnd(slots)],
      ['restarted', restarted, slotsAfterRestart(slots, restarted)],
    ];
    if (ending !== ended) times.push(['ending', ending, slotsAtTheEnd(slots)]);
    const later: Partial<Record<LaterTime, Outlook>> = {};
    for (const [time, configuration, then] of times) {
      const isSame =
        configuration === running.configuration && this.#planned.every((slot) => then.get(slot) === slots.get(slot));
      if (!isSame) later[time] = this.#outlookAt(time, configuration, then, running);
    }
    return { ...outlook, later };
  }

  /**
   * What is alike at present and after a change is the same object in both, by which a judgment knows that nothing differs: the
   * outlook after a change is made from the present one, and the present one, where slots have changed since, from the last.
   */
  #outlookAt(time: LaterTime, configuration: Configuration, slots: SlotReader, running: Running): Outlook {
    const { hardware } = this.#around;
    const inputs = { configuration, hardware, slots };
    const present = this.#ahead.get(this.#running.configuration)?.get(time);
    const last = this.#lastAhead.get(time);
    const isPresent = running.configuration === this.#running.configuration;
    let made = this.#madeAhead(inputs, present ?? last, running);
    if (isPresent && present && !isSameAhead(made, present)) made = this.#madeAhead(inputs, last, running);
    this.#lastAhead.set(time, made);
    const ofRunning = this.#ahead.get(running.configuration) ?? new Map<LaterTime, Ahead>();
    this.#ahead.set(running.configuration, ofRunning.set(time, made));
    return { plan: made.plan.whole, state: made.state.whole, access: made.access.whole };
  }

  #madeAhead(inputs: CompileInputs, former: Ahead | undefined, { compiled }: Running): Ahead {
    const { contributions, stateContributions, accessContributions } = this.#around;
    const failed = (error: unknown) =>
      this.#complain(say('The decisions of a protocol could not be predicted: {{reason}}', { reason: saidBy(error) }));
    return {
      plan: compilePlan(contributions, inputs, former?.plan ?? compiled),
      state: compileState(stateContributions, inputs, former?.state ?? this.#state, failed),
      access: compileAccess(accessContributions, inputs, former?.access ?? this.#access),
    };
  }

  /** Throws a `Refusal` where two features want what cannot hold at once. */
  compile(configuration: Configuration, previous?: CompiledPlan, slots: SlotReader = this.#slots): CompiledPlan {
    const { contributions, hardware } = this.#around;
    const inputs = { configuration, hardware, slots };
    return refusingConflicts(() => compilePlan(contributions, inputs, previous));
  }

  /** The same with a breath between its steps. Rejects with a `Refusal`. */
  async compileInBreaths(configuration: Configuration, previous?: CompiledPlan): Promise<CompiledPlan> {
    const { contributions, hardware } = this.#around;
    const steps = compilingPlan(contributions, { configuration, hardware, slots: this.#slots }, previous);
    for (;;) {
      const { done, value } = refusingConflicts(() => steps.next());
      if (done) return value;
      await breath();
    }
  }

  /** Puts a configuration in force without asking: at the start. Rejects if the datapath refuses it. */
  async begin(configuration: Configuration): Promise<void> {
    const compiled = this.compile(configuration, this.#running.compiled);
    await this.#givePlan({ configuration, compiled });
    this.put({ configuration, compiled });
  }

  /** Gives the datapath a plan to come. Rejects with a `Refusal` where it keeps the one it has. */
  async apply(next: Running): Promise<void> {
    if (next.compiled.whole === this.plan) return;
    try {
      await this.#givePlan(next);
    } catch (error) {
      const reason = saidBy(error);
      this.#complain(say('The datapath refused a change: {{reason}}', { reason }));
      const message = say('The setting was not applied; the previous value is kept. {{reason}}', { reason });
      throw new Refusal(ErrorCode.commitFailed, message);
    }
  }

  /** The datapath holds this plan: from now on the configuration is the running one, and the state follows it. */
  put(running: Running): void {
    this.#running = running;
    this.#coming = undefined;
    this.#around.moved();
    this.#putState();
    this.#around.inForce(running.compiled.whole, this.outlook.access);
  }

  /** Brings the plan up to what the slots say now. Rejects with a `Refusal`. */
  async followSlots(): Promise<void> {
    const { configuration, compiled: former } = this.#running;
    const compiled = this.compile(configuration, former);
    await this.apply({ configuration, compiled });
    this.put({ configuration, compiled });
  }

  /** Puts a former configuration back, whatever has happened since; resolves to whether the datapath took it. */
  async putBack(former: Running): Promise<boolean> {
    const { configuration } = former;
    const compiled = this.#compiledAgain(former);
    let isTaken = true;
    try {
      await this.#givePlan({ configuration, compiled });
    } catch (error) {
      isTaken = false;
      this.#around.log.write(
        Severity.critical,
        say('The former configuration could not be restored: {{reason}}', { reason: saidBy(error) }),
      );
    }
    this.put({ configuration, compiled });
    return isTaken;
  }

  /** As compiled now; as compiled then if state learned since contradicts it. */
  #compiledAgain({ configuration, compiled }: Running): CompiledPlan {
    try {
      return this.compile(configuration, this.#running.compiled);
    } catch (error) {
      this.#complain(
        say('The former configuration is restored without the state learned since: {{reason}}', {
          reason: saidBy(error),
        }),
      );
      return compiled;
    }
  }

  /** Gives the datapath a plan, after the trees and trunks that it brings. Rejects where the datapath keeps the one it has. */
  async #givePlan({ configuration, compiled }: Running): Promise<void> {
    this.#coming = configuration;
    this.#giveState();
    try {
      await this.#around.datapath.apply(compiled.whole);
    } catch (error) {
      this.#coming = undefined;
      this.#giveState();
      throw error;
    }
  }

  #putState(): void {
    try {
      this.#state = this.#compileState();
    } catch (error) {
      this.#complain(
        say('The decisions of the protocols could not be put in force: {{reason}}', { reason: saidBy(error) }),
      );
      return;
    }
    this.#giveState();
  }

  /**
   * Gives the datapath the state where it is another one than before. Trees and trunks that a plan under way brings are there
   * before the plan: no port that an engine holds back, or has not decided of, has a moment in which it forwards.
   */
  #giveState(): void {
    const present = this.#state.whole;
    const coming = this.#coming && this.#compileState(this.#coming).whole;
    const state = coming ? withNewOf(present, coming) : present;
    if (state === this.#given) return;
    this.#given = state;
    this.#around.datapath.update(state);
  }

  #compileState(configuration = this.#running.configuration, slots: SlotReader = this.#slots): CompiledState {
    const { stateContributions, hardware } = this.#around;
    const inputs = { configuration, hardware, slots };
    // A change asks for its own several times: as it would be, beside its plan, and in force.
    const previous = this.#last?.configuration === configuration ? this.#last : this.#state;
    const made = compileState(stateContributions, inputs, previous, (error) =>
      this.#complain(say('A decision of a protocol could not be put in force: {{reason}}', { reason: saidBy(error) })),
    );
    if (slots === this.#slots) this.#last = made;
    return made;
  }

  #fearedState(configuration: Configuration, slots: SlotReader, expected: CompiledState): ForwardingState | undefined {
    const { stateContributions, hardware } = this.#around;
    const former = this.#running.configuration;
    return fearedState(stateContributions, { configuration, hardware, slots, former }, expected, (error) =>
      this.#complain(say('The decisions of a protocol could not be predicted: {{reason}}', { reason: saidBy(error) })),
    );
  }

  #compileAccess(configuration: Configuration, slots: SlotReader = this.#slots): CompiledAccess {
    const { accessContributions, hardware } = this.#around;
    return compileAccess(accessContributions, { configuration, hardware, slots }, this.#access);
  }

  #complain(message: Message): void {
    this.#around.log.write(Severity.error, message);
  }
}

function refusingConflicts<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof PlanConflict) throw new Refusal(ErrorCode.inconsistentValue, error.said);
    throw error;
  }
}

/** A state with the trees and trunks that only `coming` has; the same one where there are none. */
function withNewOf(present: ForwardingState, coming: ForwardingState): ForwardingState {
  const instances = withNewEntries(present.instances, coming.instances);
  const trunks = withNewEntries(present.trunks, coming.trunks);
  if (instances === present.instances && trunks === present.trunks) return present;
  return { ...present, instances, trunks };
}

function withNewEntries<Value>(present: ReadonlyMap<number, Value>, coming: ReadonlyMap<number, Value>) {
  const added = [...coming].filter(([key]) => !present.has(key));
  return added.length === 0 ? present : new Map([...present, ...added]);
}

function isSameAhead(one: Ahead, other: Ahead): boolean {
  return (
    one.plan.whole === other.plan.whole &&
    one.state.whole === other.state.whole &&
    one.access.whole === other.access.whole
  );
}
