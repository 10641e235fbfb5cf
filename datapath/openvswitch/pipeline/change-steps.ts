import type { Flow } from '../openflow/flow.ts';
import { Table } from './layout.ts';
import type { FlowChanges } from './sections.ts';

/** Rules that change at once. */
export interface ChangeStep {
  readonly add: readonly Flow[];
  readonly remove: readonly Flow[];
}

/** The way from one set of rules to another, in the order that it is gone. */
export interface ChangeSteps {
  readonly before: readonly ChangeStep[];
  /** Changes that belong together, and the learned rows to forget with them. */
  readonly atOnce: ChangeStep;
  readonly after: readonly ChangeStep[];
}

/** Rules that a step changes at most where they can be divided. While it does, ovs-vswitchd hands no frame to the agent: some 8 ms. */
export const RULES_AT_ONCE = 256;

/**
 * Cuts a large change into steps. Every frame matches only the rule of one VLAN, so these may change one by one: if
 * nothing else changes, in any order; otherwise removed VLANs before all else and new ones after it. A frame in between
 * is forwarded as before or as afterwards, or, in a VLAN that is added or removed, not at all.
 */
export function changeSteps({ add, remove, replaced }: FlowChanges): ChangeSteps {
  if (add.length + remove.length <= RULES_AT_ONCE) return { before: [], atOnce: { add, remove }, after: [] };
  const [coming, others] = divided(add, (flow) => isOfVlan(flow) && !replaced.has(flow));
  const [going, gone] = divided(remove, isOfVlan);
  const isVlansAlone = gone.length === 0 && others.every(isOfVlan);
  return {
    before: [...pieces(going).map((some) => ({ add: [], remove: some })), ...(isVlansAlone ? adding(others) : [])],
    atOnce: isVlansAlone ? { add: [], remove: [] } : { add: others, remove: gone },
    after: adding(coming),
  };
}

/** The step that takes a step back. */
export function undoing({ add, remove }: ChangeStep, replaced: FlowChanges['replaced']): ChangeStep {
  return {
    add: [...remove, ...add.flatMap((flow) => replaced.get(flow) ?? [])],
    remove: add.filter((flow) => !replaced.has(flow)),
  };
}

function isOfVlan({ table }: Flow): boolean {
  return table === Table.vlan;
}

function adding(flows: readonly Flow[]): ChangeStep[] {
  return pieces(flows).map((add) => ({ add, remove: [] }));
}

function divided(flows: readonly Flow[], isFirst: (flow: Flow) => boolean): readonly [Flow[], Flow[]] {
  const parts: [Flow[], Flow[]] = [[], []];
  for (const flow of flows) parts[isFirst(flow) ? 0 : 1].push(flow);
  return parts;
}

function pieces(flows: readonly Flow[]): Flow[][] {
  return Array.from({ length: Math.ceil(flows.length / RULES_AT_ONCE) }, (_, at) =>
    flows.slice(at * RULES_AT_ONCE, (at + 1) * RULES_AT_ONCE),
  );
}
