import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { firstPorts, portListOf } from '../../../model/values/port-list.ts';
import { testState } from '../../contract/test-plan.ts';
import { addressKey, defaultPortPlan, emptyPlan, type ForwardingPlan, type VlanPlan } from '../../plan.ts';
import type { PuntPlan } from '../../punt.ts';
import { stages } from '../../stages.ts';
import { EVERY_VLAN, emptyState } from '../../state.ts';
import { flowKey } from '../openflow/flow.ts';
import { compileFlows, flowChanges, noFlows } from './compile-flows.ts';
import { layout, Table } from './layout.ts';
import { secureAddressFlows, securedPortFlows } from './port-security-flows.ts';
import { holds, Register } from './registers.ts';
import { from } from './rule.ts';

const PORTS = 52;
const numbers = Array.from({ length: PORTS }, (_, index) => index + 1);
const everybody = firstPorts(PORTS);

function planOf(vlanCount: number): ForwardingPlan {
  const vlans = new Map<number, VlanPlan>();
  for (let vlan = 1; vlan <= vlanCount; vlan += 1) vlans.set(vlan, { members: everybody, untagged: 0n });
  const ports = new Map(numbers.map((port) => [port, defaultPortPlan(everybody)]));
  return { ...emptyPlan, ports, vlans };
}

describe('the rules of a plan', () => {
  it('grow with VLANs plus ports, not with their product', () => {
    const small = flowChanges(noFlows, compileFlows(planOf(10), emptyState, numbers, noFlows)).add.length;
    const large = flowChanges(noFlows, compileFlows(planOf(4094), emptyState, numbers, noFlows)).add.length;
    expect(large - small).toBe(4084);
  });

  it('have a key of their own each', () => {
    const plan: ForwardingPlan = {
      ...planOf(20),
      staticUnicast: new Map([
        [addressKey(2, '00-00-00-00-00-09'), { vlan: 2, address: '00-00-00-00-00-09', port: 3 }],
      ]),
      interfaces: new Map(
        [1, 2].map((vlan) => [
          vlan,
          {
            vlan,
            name: `vlan${vlan}`,
            enabled: true,
            mac: '00-00-00-00-00-AA',
            addresses: [],
            dhcpClient: true,
            detectDuplicates: true,
          },
        ]),
      ),
    };
    const { families } = compileFlows(plan, emptyState, numbers, noFlows);
    const flows = [...families.values()].flatMap(({ sections }) => [...sections.values()].flatMap((one) => one.flows));
    expect(new Set(flows.map(flowKey)).size).toBe(flows.length);
  });

  it('let a station of 802.1X in, untagged and in its own VLAN, only as long as the agent lives', () => {
    const station = '00-00-00-00-00-07';
    const access = { admits: new Set([station]), stationVlans: new Map([[station, 2]]) };
    const vlans = new Map(planOf(1).vlans).set(2, { members: portListOf([1]), untagged: 0n });
    const { families } = compileFlows({ ...planOf(1), vlans }, testState({ access: { 3: access } }), numbers, noFlows);
    const flows = [...families.values()].flatMap(({ sections }) => [...sections.values()].flatMap((one) => one.flows));
    const opening = flows.filter(
      ({ table, match }) =>
        table === Table.authentication && match.some((part) => isDeepStrictEqual(part, from(station))),
    );
    expect(opening.map(({ isLeased }) => isLeased)).toEqual([true, true]);
  });

  it('copy frames for a capture, both ways, only as long as the agent lives', () => {
    const before = compileFlows(planOf(1), emptyState, numbers, noFlows);
    const captured = testState({ capture: { ports: '3' } });
    const { add } = flowChanges(before, compileFlows(planOf(1), captured, numbers, before));
    const copying = [Table.captureReceived, Table.captureSent, Table.agent].map((table) =>
      add.filter((flow) => flow.table === table).map(({ isLeased }) => isLeased),
    );
    expect(copying).toEqual([[true], [true], [true, true]]);
  });

  it('change only where the plan changed', () => {
    const plan = planOf(4094);
    const before = compileFlows(plan, emptyState, numbers, noFlows);
    const vlans = new Map(plan.vlans).set(77, { members: portListOf([1, 2]), untagged: portListOf([1]) });
    const after = compileFlows({ ...plan, vlans }, emptyState, numbers, before);
    const { add, remove } = flowChanges(before, after);
    expect(add.length).toBe(1);
    expect(add[0]?.match).toEqual([holds(Register.vlan, 77)]);
    expect(remove).toEqual([]);
  });

  it('do not change when the same plan is compiled anew', () => {
    const before = compileFlows(planOf(30), emptyState, numbers, noFlows);
    expect(flowChanges(before, compileFlows(planOf(30), emptyState, numbers, noFlows))).toEqual({
      add: [],
      remove: [],
      replaced: new Map(),
      groups: [],
      withoutGroups: [],
    });
  });

  it('of a VLAN that is taken away go', () => {
    const plan = planOf(3);
    const before = compileFlows(plan, emptyState, numbers, noFlows);
    const vlans = new Map(plan.vlans);
    vlans.delete(2);
    const { add, remove } = flowChanges(before, compileFlows({ ...plan, vlans }, emptyState, numbers, before));
    expect([add.length, remove.map((flow) => flow.match)]).toEqual([0, [[holds(Register.vlan, 2)]]]);
  });

  it('let a pinned address in as soon as its port is secured', () => {
    const address = '02-00-00-00-00-09';
    const pinned = { ...planOf(2), staticUnicast: new Map([[addressKey(2, address), { vlan: 2, address, port: 3 }]]) };
    const before = compileFlows(pinned, emptyState, numbers, noFlows);
    const secured = { ...pinned, portSecurity: new Map([[3, { maximum: 1 }]]) };
    const { add } = flowChanges(before, compileFlows(secured, emptyState, numbers, before));
    expect(add.map(flowKey).sort()).toEqual(
      [...securedPortFlows(3), ...secureAddressFlows({ vlan: 2, address, port: 3 }, false)].map(flowKey).sort(),
    );
  });

  it('follow a decision of spanning tree with one rule, however many VLANs there are', () => {
    const plan = planOf(4094);
    const instance = { learning: everybody, forwarding: everybody };
    const before = compileFlows(plan, { ...emptyState, instances: new Map([[0, instance]]) }, numbers, noFlows);
    const closed = new Map([[0, { ...instance, forwarding: portListOf([1, 2]) }]]);
    const after = compileFlows(plan, { ...emptyState, instances: closed }, numbers, before);
    const { add, remove } = flowChanges(before, after);
    expect([add.length, remove.length]).toEqual([1, 0]);
  });

  it('close a port in every VLAN with one rule for each direction', () => {
    const plan = planOf(4094);
    const before = compileFlows(plan, emptyState, numbers, noFlows);
    const blocked = new Map([[EVERY_VLAN, { ports: portListOf([7]) }]]);
    const { add } = flowChanges(before, compileFlows(plan, { ...emptyState, blocked }, numbers, before));
    expect(add).toHaveLength(2);
  });

  it('change a group alone when members of a trunk begin to distribute', () => {
    const trunks = new Map([[5001, { members: portListOf([1, 2, 3]), hash: 'sourceDestinationMac' as const }]]);
    const plan = { ...planOf(4094), trunks };
    const state = (ports: number[]) => ({
      ...emptyState,
      trunks: new Map([[5001, { collecting: everybody, distributing: portListOf(ports) }]]),
    });
    const before = compileFlows(plan, state([1]), numbers, noFlows);
    const { add, remove, groups } = flowChanges(before, compileFlows(plan, state([1, 2]), numbers, before));
    expect([add, remove]).toEqual([[], []]);
    expect(groups.map(({ number, buckets }) => [number, buckets.map(({ watchPort }) => watchPort)])).toEqual([
      [5001, [1, 2]],
    ]);
  });

  it('hand a class over under the same number for as long as it is there', () => {
    const punt: PuntPlan = { stage: 'control', action: 'take', rate: 10, matches: [{ etherType: 0x88cc }] };
    const of = (...kinds: string[]) => ({ ...planOf(1), punts: new Map(kinds.map((kind) => [kind, punt])) });
    const first = compileFlows(of('lldp', 'bpdu'), emptyState, numbers, noFlows);
    const second = compileFlows(of('arp', 'lldp'), emptyState, numbers, first);
    expect(second.classes.get('lldp')).toBe(first.classes.get('lldp'));
    expect(second.classes.get('arp')).not.toBe(first.classes.get('bpdu'));
    expect(new Set(second.meters.map(({ number }) => number))).toEqual(new Set(second.classes.values()));
  });
});

describe('the tables', () => {
  it('stand in the order of the declared stages, each stage having its own', () => {
    expect(layout.map(({ stage }) => stage)).toEqual(stages.map(({ name }) => name));
  });

  it('are left for later ones alone', () => {
    const { families } = compileFlows(planOf(3), emptyState, numbers, noFlows);
    const flows = [...families.values()].flatMap(({ sections }) => [...sections.values()].flatMap((one) => one.flows));
    for (const { table, actions } of flows) {
      for (const action of actions) if (action.type === 'gotoTable') expect(action.table).toBeGreaterThan(table);
    }
  });
});
