import { describe, expect, it } from 'vitest';
import { firstPorts, portListOf } from '../../../model/values/port-list.ts';
import { defaultPortPlan, emptyPlan, type ForwardingPlan, type VlanId, type VlanPlan } from '../../plan.ts';
import { emptyState } from '../../state.ts';
import { type Flow, flowKey } from '../openflow/flow.ts';
import { type ChangeStep, changeSteps, undoing } from './change-steps.ts';
import { type CompiledFlows, compileFlows, flowChanges, noFlows } from './compile-flows.ts';
import { Table } from './layout.ts';

const numbers = [1, 2, 3, 4];
const everybody = firstPorts(numbers.length);
const ports = new Map(numbers.map((port) => [port, defaultPortPlan(everybody)]));

function planOf(vlans: Iterable<VlanId>, members = everybody): ForwardingPlan {
  const entry: VlanPlan = { members, untagged: 0n };
  return { ...emptyPlan, ports, vlans: new Map([...vlans].map((vlan) => [vlan, entry])) };
}

function range(first: VlanId, last: VlanId): VlanId[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function rulesOf({ families }: CompiledFlows): Map<string, Flow> {
  const flows = [...families.values()].flatMap(({ sections }) => [...sections.values()].flatMap((one) => one.flows));
  return new Map(flows.map((flow) => [flowKey(flow), flow]));
}

/** The rules before, between and after the steps from one plan to another, and the steps. */
function walk(from: ForwardingPlan, to: ForwardingPlan) {
  const before = compileFlows(from, emptyState, numbers, noFlows);
  const after = compileFlows(to, emptyState, numbers, before);
  const changes = flowChanges(before, after);
  const { before: first, atOnce, after: last } = changeSteps(changes);
  const steps = [...first, atOnce, ...last];
  const states = [rulesOf(before)];
  for (const step of steps) states.push(taken(states.at(-1), step));
  return { changes, steps, atOnce, states, end: rulesOf(after) };
}

function taken(rules: ReadonlyMap<string, Flow> | undefined, { add, remove }: ChangeStep): Map<string, Flow> {
  const next = new Map(rules);
  for (const flow of remove) next.delete(flowKey(flow));
  for (const flow of add) next.set(flowKey(flow), flow);
  return next;
}

function ofVlans(rules: ReadonlyMap<string, Flow> | undefined): Map<string, Flow> {
  return new Map([...(rules ?? [])].filter(([, { table }]) => table === Table.vlan));
}

function besideVlans(rules: ReadonlyMap<string, Flow> | undefined): Map<string, Flow> {
  return new Map([...(rules ?? [])].filter(([, { table }]) => table !== Table.vlan));
}

describe('the steps of a change', () => {
  it('are one where it is small', () => {
    const isolated = new Map(ports).set(1, { ...defaultPortPlan(everybody), forwardTo: portListOf([2]) });
    const { steps } = walk(planOf([1, 2, 3]), { ...planOf([1, 4]), ports: isolated });
    expect(steps).toHaveLength(1);
  });

  it.each([
    ['are made', planOf([1]), planOf(range(1, 4094))],
    ['are taken away', planOf(range(1, 4094)), planOf([1])],
    ['get other members', planOf(range(1, 4094)), planOf(range(1, 4094), portListOf([1, 2]))],
  ])('leave no frame waiting for all VLANs that %s, and lead there', (_, from, to) => {
    const { steps, states, end } = walk(from, to);
    for (const { add, remove } of steps) expect(add.length + remove.length).toBeLessThanOrEqual(256);
    expect(states.at(-1)).toEqual(end);
  });

  it('let no frame meet a mixture of what was and what will be', () => {
    const isolated = new Map(ports).set(1, { ...defaultPortPlan(everybody), pvid: 3000, forwardTo: portListOf([2]) });
    const to = { ...planOf([...range(1, 500), ...range(2000, 4000)], portListOf([1, 2])), ports: isolated };
    const { states, steps, atOnce, end } = walk(planOf(range(1, 1500)), to);
    const [begin] = states;
    const turn = steps.indexOf(atOnce) + 1;
    for (const [at, state] of states.entries()) {
      // All that is not of one VLAN changes in the same moment, and each VLAN is as it belongs to that, or not there.
      const side = at < turn ? begin : end;
      expect(besideVlans(state)).toEqual(besideVlans(side));
      for (const [key, flow] of ofVlans(state)) expect(flow).toEqual(side?.get(key));
    }
    expect(states.at(-1)).toEqual(end);
  });

  it('lead back one by one', () => {
    const { states, steps, changes } = walk(planOf(range(1, 1500)), planOf(range(500, 4000), portListOf([1, 2])));
    let state = states.at(-1);
    for (const step of steps.toReversed()) state = taken(state, undoing(step, changes.replaced));
    expect(state).toEqual(states[0]);
  });
});
