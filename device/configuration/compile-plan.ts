import { type ForwardingPlan, type PlanPart, planSections } from '../../datapath/plan.ts';
import { mergeParts } from '../../datapath/section.ts';
import { type ForwardingState, type StatePart, stateSections } from '../../datapath/state.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { atOnce, type Steps } from '../../model/configuration/steps.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { onceFor } from '../../model/values/once-for.ts';
import { type PortList, portListOf } from '../../model/values/port-list.ts';
import { type AccessPart, type AccessPlan, accessSections } from '../access-plan.ts';
import type { AccessContribution, Contribution, StateContribution } from '../contribution.ts';
import type { SlotReader } from '../slot.ts';

/** A whole with the parts that it was made of, so that the next one can reuse them. */
interface Compiled<Whole, Part> {
  readonly whole: Whole;
  readonly made: readonly MadePart<Part>[];
  readonly parts: readonly Part[];
  readonly configuration: Configuration;
}

interface MadePart<Part> {
  readonly inputs: readonly unknown[];
  readonly part: Part;
}

/** A forwarding plan and what it was made of. */
export type CompiledPlan = Compiled<ForwardingPlan, PlanPart>;

/** A forwarding state and what it was made of. */
export type CompiledState = Compiled<ForwardingState, StatePart>;

/** An access plan and what it was made of. */
export type CompiledAccess = Compiled<AccessPlan, AccessPart>;

/** Inputs of contributions. */
export interface CompileInputs {
  readonly configuration: Configuration;
  readonly hardware: Hardware;
  readonly slots: SlotReader;
}

/**
 * Puts the features' parts of the plan together. A contribution is asked again only after something that it names changed,
 * and whatever comes out the same keeps its identity from `previous`, so that a driver sees at a glance what is new.
 * Throws a `PlanConflict` where two features want what cannot hold at once.
 */
export function compilePlan(
  contributions: readonly Contribution[],
  inputs: CompileInputs,
  previous?: CompiledPlan,
): CompiledPlan {
  return atOnce(compilingPlan(contributions, inputs, previous));
}

/** The same in two steps: the parts, and the whole. */
export function* compilingPlan(
  contributions: readonly Contribution[],
  inputs: CompileInputs,
  previous?: CompiledPlan,
): Steps<CompiledPlan> {
  const made = ask(contributions, inputs, previous);
  if (previous?.made === made) return madeAlso(previous, inputs);
  yield undefined;
  const parts = made.map(({ part }) => part);
  const whole = mergeParts(planSections, parts, portsOf(inputs), previous);
  // Sections leave out entries without meaning, which their types cannot express.
  return { whole: whole as ForwardingPlan, made, parts, configuration: inputs.configuration };
}

/**
 * Combines the features' parts of the state, like `compilePlan`. A contribution that throws keeps its previous part:
 * `failed` is called, and the others' parts take effect.
 */
export function compileState(
  contributions: readonly StateContribution[],
  inputs: CompileInputs,
  previous: CompiledState | undefined,
  failed: (error: unknown) => void,
): CompiledState {
  const made = ask(contributions, inputs, previous, (error, at) => {
    failed(error);
    return previous?.made[at]?.part ?? {};
  });
  if (previous?.made === made) return madeAlso(previous, inputs);
  const parts = made.map(({ part }) => part);
  const whole = mergeParts(stateSections, parts, portsOf(inputs), previous);
  // As in `compilePlan`.
  return { whole: whole as ForwardingState, made, parts, configuration: inputs.configuration };
}

/**
 * The worst decisions that engines might make after the `former` configuration is replaced; all of `expected`, their
 * known decisions, if they fear nothing else; undefined if no engine was asked. One that throws fears nothing, and
 * `failed` is called.
 */
export function fearedState(
  contributions: readonly StateContribution[],
  { former, ...inputs }: CompileInputs & { readonly former: Configuration },
  expected: CompiledState,
  failed: (error: unknown) => void,
): ForwardingState | undefined {
  const { configuration, hardware, slots } = inputs;
  let isAsked = false;
  const parts = contributions.map((one, at): StatePart => {
    const part = expected.parts[at] ?? {};
    if (!one.foresee || one.reads.every((object) => configuration.part(object) === former.part(object))) return part;
    isAsked = true;
    try {
      return one.foresee(configuration, hardware, slots, former);
    } catch (error) {
      failed(error);
      return part;
    }
  });
  if (!isAsked) return undefined;
  // As in `compilePlan`.
  return mergeParts(stateSections, parts, portsOf(inputs), expected) as ForwardingState;
}

/** Puts the features' parts of the access plan together; as `compilePlan`. */
export function compileAccess(
  contributions: readonly AccessContribution[],
  inputs: CompileInputs,
  previous?: CompiledAccess,
): CompiledAccess {
  const made = ask(contributions, inputs, previous);
  if (previous?.made === made) return madeAlso(previous, inputs);
  const parts = made.map(({ part }) => part);
  const whole = mergeParts(accessSections, parts, portsOf(inputs), previous);
  // As in `compilePlan`.
  return { whole: whole as AccessPlan, made, parts, configuration: inputs.configuration };
}

/** What contributions are compiled from, and how. */
interface Asked<Part> {
  readonly reads: Contribution['reads'];
  readonly uses?: Contribution['uses'];
  compile(configuration: Configuration, hardware: Hardware, slots: SlotReader): Part;
}

/**
 * Asks the contributions whose inputs changed for their parts; `instead` gives the part of one that throws. The same as `previous`
 * where no input changed.
 */
function ask<Part>(
  contributions: readonly Asked<Part>[],
  inputs: CompileInputs,
  previous: Compiled<unknown, Part> | undefined,
  instead: (error: unknown, at: number) => Part = rethrown,
): readonly MadePart<Part>[] {
  const former = previous?.made ?? [];
  const readsSame = previous?.configuration === inputs.configuration;
  /** From the first part that is another one. */
  let made: MadePart<Part>[] | undefined;
  let at = 0;
  for (const contribution of contributions) {
    const known = former[at];
    const isSame = known && ((readsSame && !contribution.uses) || isMadeOf(known, contribution, inputs));
    const part = isSame ? known : asked(contribution, inputs, at, instead);
    if (!isSame) made ??= former.slice(0, at);
    made?.push(part);
    at += 1;
  }
  return made ?? former;
}

function asked<Part>(
  contribution: Asked<Part>,
  { configuration, hardware, slots }: CompileInputs,
  at: number,
  instead: (error: unknown, at: number) => Part,
): MadePart<Part> {
  const { reads, uses = none } = contribution;
  const inputs = [...reads.map((object) => configuration.part(object)), ...uses.map((slot) => slots.get(slot))];
  try {
    return { inputs, part: contribution.compile(configuration, hardware, slots) };
  } catch (error) {
    return { inputs, part: instead(error, at) };
  }
}

/** What was made of another configuration, which holds nothing else that is read, or of this one. */
function madeAlso<Whole, Part>(made: Compiled<Whole, Part>, { configuration }: CompileInputs): Compiled<Whole, Part> {
  return made.configuration === configuration ? made : { ...made, configuration };
}

function rethrown(error: unknown): never {
  throw error;
}

/** Whether nothing that a contribution names is another one than its part was made of. Most are asked in vain, so that it makes no list. */
function isMadeOf(
  made: MadePart<unknown>,
  { reads, uses = none }: Asked<unknown>,
  { configuration, slots }: CompileInputs,
): boolean {
  if (made.inputs.length !== reads.length + uses.length) return false;
  let at = 0;
  for (const object of reads) {
    if (made.inputs[at] !== configuration.part(object)) return false;
    at += 1;
  }
  for (const slot of uses) {
    if (made.inputs[at] !== slots.get(slot)) return false;
    at += 1;
  }
  return true;
}

const none: NonNullable<Contribution['uses']> = [];

const portList = onceFor((ports: Hardware['ports']): PortList => portListOf(ports.keys()));

/** The ports of the hardware, which never change. */
const portsOf = ({ hardware }: CompileInputs): PortList => portList(hardware.ports);
