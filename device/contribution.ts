import type { PlanPart } from '../datapath/plan.ts';
import type { StatePart } from '../datapath/state.ts';
import type { Configuration } from '../model/configuration/configuration.ts';
import type { Hardware } from '../model/hardware/hardware.ts';
import type { ObjectDeclaration } from '../model/schema/object.ts';
import type { AccessPart } from './access-plan.ts';
import type { PlannedSlot, SlotReader } from './slot.ts';

/**
 * A pure function from configuration and run-time state to a part of something whole. It is called again only after an
 * object of `reads` or a slot of `uses` changed, reads nothing else, and should give back the same entries (by identity)
 * for rows that did not change.
 */
interface ContributionTo<Part> {
  readonly reads: readonly ObjectDeclaration[];
  readonly uses?: readonly PlannedSlot<unknown>[];
  compile(configuration: Configuration, hardware: Hardware, slots: SlotReader): Part;
}

/**
 * A part of the forwarding plan. When a slot that it uses changes, the plan follows behind the transaction in progress;
 * values that engines change many times a second belong into a `StateContribution`.
 */
export type Contribution = ContributionTo<PlanPart>;

/** A part of the forwarding state: it reaches the datapath at once, past transactions. */
export interface StateContribution extends ContributionTo<StatePart> {
  /**
   * The worst that engines might decide for a while, or for good, where this configuration replaced `former`: for the guard,
   * which asks then. Default: what `compile` says. Asked only after an object of `reads` changed.
   */
  foresee?(configuration: Configuration, hardware: Hardware, slots: SlotReader, former: Configuration): StatePart;
}

/** A part of the access plan: how the switch itself is reached. Nothing is applied by it; the guard reads it. */
export type AccessContribution = ContributionTo<AccessPart>;
