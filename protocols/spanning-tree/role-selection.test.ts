import { describe, expect, it } from 'vitest';
import { bridgeIdentifier } from './bridge-identifier.ts';
import type { TreePort } from './bridge-state.ts';
import type { PriorityVector } from './priority-vector.ts';
import { reselectAll, selectRoles } from './role-selection.ts';
import { TestNetwork } from './testing.ts';

/** IEEE 802.1Q-2018, 13.36 with 13.29.34: the roles of three ports of an MSTP bridge, in the CIST and in instance 1. */
function bridgeWithPorts() {
  const network = new TestNetwork();
  const number = network.add({ protocol: 'mstp', vlans: { 10: 1 } });
  for (const port of [1, 2, 3]) network.plug(number, port, { edge: 'no' });
  const bridge = network.bridge(number);
  const port = (one: number) => {
    const found = bridge.ports.get(one);
    if (!found) throw new Error(`The bridge has no port ${one}.`);
    return found;
  };
  const instances = bridge.trees.get(1) ?? bridge.cist;
  bridge.news = [];
  bridge.restlessTrees.clear();
  /** What a port holds, of another bridge unless it says so; internal: of this region. */
  const holds = (at: TreePort, vector: Partial<PriorityVector>, isInternal = false) => {
    at.infoIs = 'received';
    at.port.infoInternal = isInternal;
    at.portPriority = { ...at.portPriority, designatedBridge: neighbor, designatedPort: 0x8005, ...vector };
    at.portTimes = { ...at.portTimes, messageAge: 3, remainingHops: 12, helloTime: 1 };
  };
  const select = (tree = bridge.cist) => {
    for (const at of tree.ports.values()) at.reselect = true;
    return selectRoles(bridge, tree);
  };
  const rolesOf = (tree = bridge.cist) => [...tree.ports.values()].map((at) => [at.selectedRole, at.updtInfo]);
  const instance = (one: number) => instances.ports.get(one) ?? port(one).cist;
  return { bridge, port, instance, instances, holds, select, rolesOf };
}

const neighbor = bridgeIdentifier(32_768, 0, '02-00-00-00-00-99');
const root = bridgeIdentifier(0, 0, '02-00-00-00-00-98');
const outside = { root, externalCost: 5, regionalRoot: neighbor, internalCost: 7 };
const better = { regionalRoot: bridgeIdentifier(0, 1, '02-00-00-00-00-98'), internalCost: 7 };

describe('the way to the root', () => {
  it('by a port to another region costs what the port does, and is as old as one bridge more', () => {
    const { bridge, port, holds, select } = bridgeWithPorts();
    holds(port(1).cist, outside);
    expect(select()).toBe(true);
    expect(bridge.cist.rootPriority).toMatchObject({
      ...{ root, externalCost: 20_005, internalCost: 0, regionalRoot: bridge.cist.identifier },
    });
    expect(bridge.cist).toMatchObject({ rootPort: 1, rootTimes: { messageAge: 4, remainingHops: 12, helloTime: 1 } });
  });

  it('by a port in the region costs what it does there, and has a bridge less to go', () => {
    const { bridge, port, holds, select } = bridgeWithPorts();
    port(1).cist.internalCost = 300;
    holds(port(1).cist, outside, true);
    select();
    expect(bridge.cist.rootPriority).toMatchObject({ externalCost: 5, internalCost: 307, regionalRoot: neighbor });
    expect(bridge.cist.rootTimes).toMatchObject({ messageAge: 3, remainingHops: 11 });
  });

  it('in an instance is one of the region, also where the port has heard nothing of the CIST', () => {
    const { instance, instances, holds, select } = bridgeWithPorts();
    instance(1).internalCost = 300;
    holds(instance(1), better);
    select(instances);
    expect(instances.rootPriority).toMatchObject({ ...better, internalCost: 307 });
    expect(instances.rootTimes).toMatchObject({ messageAge: 3, remainingHops: 11 });
  });

  it('in an instance is none where the port leads out of the region', () => {
    const { port, instance, instances, holds, select } = bridgeWithPorts();
    holds(instance(1), better);
    holds(port(1).cist, outside);
    select(instances);
    expect(instances.rootPort).toBeUndefined();
    holds(port(1).cist, outside, true);
    select(instances);
    expect(instances.rootPort).toBe(1);
  });

  it('is none by a port that may not be the root port, or hears this bridge', () => {
    const { bridge, port, holds, select, rolesOf } = bridgeWithPorts();
    holds(port(1).cist, outside);
    port(1).settings = { ...port(1).settings, restrictedRole: true };
    holds(port(2).cist, { ...outside, designatedBridge: bridge.cist.identifier, designatedPort: 0x8001 });
    select();
    expect(bridge.cist.rootPort).toBeUndefined();
    expect(rolesOf()[0]).toEqual(['alternate', false]);
    expect(rolesOf()[1]).toEqual(['backup', false]);
  });

  it('is told with this bridge’s hello time', () => {
    const { bridge, port, holds, select } = bridgeWithPorts();
    holds(port(1).cist, outside);
    select();
    expect(port(2).cist.designatedTimes).toEqual({ ...bridge.cist.rootTimes, helloTime: bridge.settings.helloTime });
  });

  it('is news where the root is another one, not where the way is', () => {
    const { bridge, port, holds, select } = bridgeWithPorts();
    holds(port(1).cist, outside);
    select();
    expect(bridge.news).toEqual([{ kind: 'root', tree: 0, root, port: 1 }]);
    port(1).cist.infoIs = 'aged';
    holds(port(2).cist, { ...outside, externalCost: 1000 });
    bridge.news = [];
    select();
    expect([bridge.cist.rootPort, bridge.news]).toEqual([2, []]);
  });
});

describe('the role', () => {
  it('of a port that holds what is better than this bridge’s is alternate, and designated where this bridge’s is', () => {
    const { port, holds, select, rolesOf } = bridgeWithPorts();
    holds(port(1).cist, outside);
    holds(port(2).cist, { ...outside, externalCost: 20_004 });
    holds(port(3).cist, { ...outside, externalCost: 20_006 });
    select();
    expect(rolesOf()).toEqual([
      ['root', false],
      ['alternate', false],
      ['designated', true],
    ]);
  });

  it('of a port by itself: disabled, aged, its own that is the same, and its own with other times', () => {
    const { bridge, port, select, rolesOf } = bridgeWithPorts();
    const [first, second, third] = [1, 2, 3].map((one) => port(one).cist);
    if (!first || !second || !third) throw new Error('The bridge has too few ports.');
    first.infoIs = 'disabled';
    second.infoIs = 'aged';
    select();
    expect(rolesOf()).toEqual([
      ['disabled', false],
      ['designated', true],
      ['designated', false],
    ]);
    third.portTimes = { ...third.portTimes, maxAge: bridge.settings.maxAge + 1 };
    select();
    expect(rolesOf()[2]).toEqual(['designated', true]);
    third.portTimes = third.designatedTimes;
    third.portPriority = { ...third.portPriority, designatedPort: 1 };
    select();
    expect(rolesOf()[2]).toEqual(['designated', true]);
  });

  it.each([
    ['root', 'master'],
    ['alternate', 'alternate'],
    ['backup', 'alternate'],
    ['designated', 'designated'],
  ] as const)('of an instance at the region’s edge, where the CIST is %s, is %s', (role, expected) => {
    const { port, instance, instances, holds, select } = bridgeWithPorts();
    holds(port(1).cist, outside);
    port(1).cist.selectedRole = role;
    select(instances);
    expect(instance(1)).toMatchObject({ selectedRole: expected, updtInfo: false });
    instance(1).infoIs = 'aged';
    select(instances);
    expect(instance(1)).toMatchObject({ selectedRole: expected, updtInfo: true });
    instance(1).infoIs = 'mine';
    instance(1).portPriority = { ...instance(1).portPriority, designatedPort: 1 };
    select(instances);
    expect(instance(1)).toMatchObject({ selectedRole: expected, updtInfo: true });
    // Within the region it is the instance's own.
    port(1).infoInternal = true;
    select(instances);
    expect(instance(1).selectedRole).toBe('designated');
    port(1).infoInternal = false;
    port(1).cist.infoIs = 'mine';
    select(instances);
    expect(instance(1).selectedRole).toBe('designated');
  });

  it('towards a bridge of STP is told by this bridge’s own name', () => {
    const { bridge, port, instance, instances, holds, select } = bridgeWithPorts();
    holds(port(1).cist, outside, true);
    holds(instance(1), better, true);
    for (const one of [1, 2]) port(2).sendRSTP = one === 1;
    select();
    select(instances);
    expect(port(2).cist.designatedPriority.regionalRoot).toBe(bridge.cist.identifier);
    expect(port(3).cist.designatedPriority.regionalRoot).toBe(neighbor);
    expect(instance(2).designatedPriority.regionalRoot).toBe(better.regionalRoot);
  });
});

describe('a selection', () => {
  it('is made where a port wants one, for all ports, and by the CIST for instances, too', () => {
    const { bridge, port, instance, instances } = bridgeWithPorts();
    const untouched = [...bridge.cist.ports.values()].map(({ selected }) => selected);
    expect(untouched).toEqual([true, true, true]);
    expect(selectRoles(bridge, bridge.cist)).toBe(false);
    port(2).cist.reselect = true;
    port(1).cist.selected = port(2).cist.selected = false;
    expect(selectRoles(bridge, bridge.cist)).toBe(true);
    for (const one of [1, 2]) expect(port(one).cist).toMatchObject({ reselect: false, selected: true });
    for (const one of [1, 2, 3]) expect(instance(one)).toMatchObject({ reselect: true, selected: false });
    expect(bridge.restlessTrees).toEqual(new Set([instances]));
    selectRoles(bridge, instances);
    expect(port(1).cist).toMatchObject({ reselect: false, selected: true });
  });

  it('that is asked for is not there until it is made', () => {
    const { bridge, port } = bridgeWithPorts();
    reselectAll(bridge, bridge.cist);
    expect(port(3).cist).toMatchObject({ reselect: true, selected: false });
    expect(bridge.restlessTrees.has(bridge.cist)).toBe(true);
    expect(bridge.restlessPorts.has(port(3))).toBe(true);
  });
});

describe('another way out of the region', () => {
  /** Ports 2 and 3 are in the region by what they hold, or by what they heard last; port 1 leads out. */
  function region() {
    const all = bridgeWithPorts();
    const { bridge, port, instance, holds, select } = all;
    holds(port(1).cist, outside);
    port(2).infoInternal = true;
    port(3).rcvdInternal = true;
    const inStep = () => {
      bridge.restlessTrees.clear();
      for (const one of [1, 2, 3]) {
        Object.assign(instance(one), { agree: true, agreed: true, synced: true, sync: false });
      }
    };
    const states = () =>
      [1, 2, 3].map((one) => instance(one)).map(({ agree, agreed, synced, sync }) => [agree, agreed, synced, sync]);
    return { ...all, inStep, states, select };
  }
  const inStep = [true, true, true, false];
  const again = [false, false, false, true];

  it('has the instances agree again within the region', () => {
    const { bridge, instances, inStep: settle, states, select } = region();
    settle();
    select();
    expect(states()).toEqual([inStep, again, again]);
    expect(bridge.restlessTrees.has(instances)).toBe(true);
    settle();
    select();
    expect(states()).toEqual([inStep, inStep, inStep]);
  });

  it('counts also where it is lost, or costs something else', () => {
    const { port, inStep: settle, states, select } = region();
    select();
    for (const change of [
      () => {
        port(1).cist.portPriority = { ...port(1).cist.portPriority, externalCost: 6 };
      },
      () => {
        port(1).cist.infoIs = 'aged';
      },
    ]) {
      settle();
      change();
      select();
      expect(states()).toEqual([inStep, again, again]);
    }
  });

  it('is none within one region, whichever bridge is the root', () => {
    const { port, holds, inStep: settle, states, select } = region();
    port(1).cist.infoIs = 'mine';
    select();
    settle();
    holds(port(2).cist, { ...outside, externalCost: 0 }, true);
    select();
    expect(states()).toEqual([inStep, inStep, inStep]);
  });
});
