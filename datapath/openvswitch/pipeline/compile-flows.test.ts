import { describe, expect, it } from 'vitest';
import { firstPorts, portListOf } from '../../../model/values/port-list.ts';
import { addressKey, defaultPortPlan, emptyPlan, type ForwardingPlan, type VlanPlan } from '../../plan.ts';
import { emptyState } from '../../state.ts';
import { flowKey } from '../openflow/flow.ts';
import { compileFlows, flowChanges, noFlows } from './compile-flows.ts';
import { holds, Register } from './registers.ts';

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
});
