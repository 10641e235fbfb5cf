import { type ForwardingPlan, mirrorTargets, type PortNumber } from '../../plan.ts';
import { type ForwardingState, vlansInForce } from '../../state.ts';
import { type Flow, flowKey, sameEffect } from '../openflow/flow.ts';
import type { Meter } from '../openflow/meter.ts';
import { fixedFlows, floodFlows, METERS } from './fixed-flows.ts';
import { portFlows } from './port-flows.ts';
import { interfaceFlows, staticUnicastFlows, vlanFlows } from './vlan-flows.ts';

/** Rules with what they were made from, part by part, so that the next plan costs what it changes. */
export interface CompiledFlows {
  /** The meters that the rules name. */
  readonly meters: readonly Meter[];
  readonly sections: ReadonlyMap<string, Section>;
}

interface Section {
  readonly inputs: readonly unknown[];
  readonly flows: readonly Flow[];
}

/** What leads from one set of rules to another. */
export interface FlowChanges {
  readonly add: readonly Flow[];
  readonly remove: readonly Flow[];
}

/** No rules at all. */
export const noFlows: CompiledFlows = { meters: [], sections: new Map() };

/** The rules that carry a plan and a state out on a bridge with `ports`. Pure. */
export function compileFlows(
  plan: ForwardingPlan,
  state: ForwardingState,
  ports: readonly PortNumber[],
  previous: CompiledFlows,
): CompiledFlows {
  const sections = new Map<string, Section>();
  const section = (name: string, inputs: readonly unknown[], make: () => readonly Flow[]) => {
    const before = previous.sections.get(name);
    sections.set(name, before && same(before.inputs, inputs) ? before : { inputs, flows: make() });
  };
  const { constraint, ageingTime } = plan.learning;
  const targets = mirrorTargets(plan);
  section('fixed', [], fixedFlows);
  section('flood', [...ports], () => floodFlows(ports));
  for (const number of ports) {
    const port = plan.ports.get(number);
    if (!port) continue;
    const situation = { number, plan: port, learning: plan.learning, mirrorTargets: targets };
    section(`port ${number}`, [port, constraint, ageingTime, targets], () => portFlows(situation));
  }
  const vlans = vlansInForce(plan, state);
  for (const [vlan, entry] of vlans) section(`vlan ${vlan}`, [entry], () => vlanFlows(vlan, entry));
  for (const [vlan, entry] of plan.interfaces) {
    if (vlans.has(vlan)) section(`interface ${vlan}`, [entry], () => interfaceFlows(entry));
  }
  for (const [key, entry] of plan.staticUnicast) {
    section(`static ${key}`, [entry, constraint], () => staticUnicastFlows(entry, constraint === 'shared'));
  }
  return { meters: METERS, sections };
}

/** What has to be added and taken away on the way from `before` to `after`; sections that stayed are not looked into. */
export function flowChanges(before: CompiledFlows, after: CompiledFlows): FlowChanges {
  const add = new Map<string, Flow>();
  const remove = new Map<string, Flow>();
  for (const [name, { flows }] of after.sections) {
    const old = before.sections.get(name);
    if (old?.flows === flows) continue;
    const known = new Map(old?.flows.map((flow) => [flowKey(flow), flow]));
    for (const flow of flows) {
      const key = flowKey(flow);
      const present = known.get(key);
      known.delete(key);
      if (!present || !sameEffect(present, flow)) add.set(key, flow);
    }
    for (const [key, flow] of known) remove.set(key, flow);
  }
  for (const [name, { flows }] of before.sections) {
    if (!after.sections.has(name)) for (const flow of flows) remove.set(flowKey(flow), flow);
  }
  // A rule may move from one section to another; what is added stays.
  return { add: [...add.values()], remove: [...remove].filter(([key]) => !add.has(key)).map(([, flow]) => flow) };
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
