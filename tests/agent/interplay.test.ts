import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Cable } from '../../datapath/virtual/virtual-datapath.ts';
import { englishOf } from '../../device/log/log.ts';
import { loopBlocks } from '../../features/network/loopback-detection/slots.ts';
import { decidedStates } from '../../features/network/spanning-tree/slots.ts';
import { dynamicMembers } from '../../features/network/vlan/slots.ts';
import { dot1qVlanStaticEntry } from '../../features/network/vlan/static-vlan-objects.ts';
import { say } from '../../model/values/message.ts';
import { padFrame } from '../../protocols/frames/ethernet.ts';
import { AttributeEvent, buildGvrp } from '../../protocols/gvrp/pdu.ts';
import { igmp } from '../../protocols/multicast-snooping/family.ts';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const set = (Template: string, columns: object) => ({ method: 'CommonSet', params: { Template, ...columns } });
const vlan = (dot1qVlanIndex: number, dot1qVlanStaticEgressPorts: string, more: object = {}) =>
  set('dot1qVlanStaticEntry', { dot1qVlanIndex, dot1qVlanStaticEgressPorts, RowStatus: 4, ...more });
const trunk = (trunkId: number, trunkMemberPorts: string, trunkMode = 1) =>
  set('trunkGroupEntry', { trunkId, trunkMemberPorts, trunkMode });
/** What becomes of calls that are made together: '' or the sentence, and that nothing was done then. */
async function together(...calls: object[]): Promise<string> {
  const before = agent.running.context.configuration();
  const { error } = await client.call('BatchPost', { FuncName: 'test', calls });
  if (error.code !== 0) expect(agent.running.context.configuration()).toBe(before);
  return error.message;
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
async function pass(seconds: number): Promise<void> {
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    agent.clock.advance(100);
    await settled();
  }
}
const told = () => agent.running.context.log.entries().map(englishOf);

/** A cable from a port of the switch to another one of it. */
function loop(one: number, other: number): readonly Cable[] {
  const cables: Cable[] = [];
  const to = (at: number) => (frame: Uint8Array) => {
    const copy = frame.slice();
    queueMicrotask(() => cables[at]?.send(copy));
  };
  cables.push(agent.attach(one, { ability, receive: to(1) }), agent.attach(other, { ability, receive: to(0) }));
  return cables;
}

test('a configuration that takes the place of another one has neither its VLANs nor their static router ports', async () => {
  const { context } = agent.running;
  const factory = context.configuration();
  const routers = set('igsVlanRouterEntry', { igsVlanRouterVlanId: 20, igsVlanStaticRouterPorts: '4' });
  expect(await together(vlan(20, '4-5'))).toBe('');
  expect(await together(routers)).toBe('');
  const words = /VLAN 20 is in use by static IGMP router ports/;
  expect(await together(set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 6 }))).toMatch(words);
  const withoutVlan = context.change(say('a test'), (now) =>
    now.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }),
  );
  await expect(withoutVlan).rejects.toThrow();
  await context.change(say('a test'), () => factory);
  expect(context.configuration().row(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 })).toBeUndefined();
});

test('deleting all profiles of rules that have some says why none goes, and deletes them once the rules are gone', async () => {
  const profile = set('aclProfileEntry', { aclProfileId: 1, aclProfileUseEtherType: 1, RowStatus: 4 });
  const rule = { aclProfileId: 1, aclRuleId: 1, aclRuleEtherType: '0806', aclRulePorts: '1' };
  expect(await together(profile, set('aclRuleEntry', { ...rule, RowStatus: 4 }))).toBe('');
  const deleteAll = (Template: string) => client.call('CommonDelAll', { Template });
  const { error } = await deleteAll('aclProfileEntry');
  expect(error).toMatchObject({ code: 12, message: expect.stringContaining('1') });
  expect(await client.read('aclProfileEntry')).toHaveLength(1);
  expect(await deleteAll('aclRuleEntry')).toMatchObject({ error: { code: 0 }, result: 1 });
  expect(await deleteAll('aclProfileEntry')).toMatchObject({ error: { code: 0 }, result: 1 });
});

describe('several changes at once', () => {
  const routers = (igsVlanStaticRouterPorts: string) =>
    set('igsVlanRouterEntry', { igsVlanRouterVlanId: 20, igsVlanStaticRouterPorts });
  const filter = (multicastFilterMode: number) =>
    set('multicastFilterEntry', { dot1qVlanIndex: 20, multicastFilterMode });
  const without = set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 6 });
  const all = { method: 'CommonDelAll', params: { Template: 'dot1qVlanStaticEntry' } };
  const inUse = 'VLAN 20 is in use by static IGMP router ports.';
  const vlans = async () =>
    Object(await client.read('dot1qVlanStaticEntry')).map((row: { dot1qVlanIndex: number }) => row.dot1qVlanIndex);

  test('take a VLAN away together with its static router ports, as one after the other would', async () => {
    expect(await together(vlan(20, '4-5'), routers('4'))).toBe('');
    expect(await together(routers('5'), without)).toBe(inUse);
    expect(await together(without, routers(''))).toBe('The entry no longer exists.');
    expect(await together(routers(''), without)).toBe('');
    expect(await vlans()).toEqual([1]);
    expect(await together(vlan(20, '4-5'), vlan(30, '4-5'), routers('4'))).toBe('');
    expect(await together(all)).toBe('');
    expect(await vlans()).toEqual([1, 20]);
    expect(await together(routers(''), all)).toBe('');
    expect(await vlans()).toEqual([1]);
  });

  test('make a VLAN again without what was set for the one that it replaces', async () => {
    const mode = async () =>
      Object(await client.read('multicastFilterEntry', { dot1qVlanIndex: 20 })).map(
        (row: { multicastFilterMode: number }) => row.multicastFilterMode,
      );
    const again = vlan(20, '4-5');
    expect(await together(again, filter(3))).toBe('');
    expect(await together(without, again)).toBe('');
    expect(await mode()).toEqual([2]);
    expect(await together(filter(3), without, again)).toBe('');
    expect(await mode()).toEqual([2]);
    expect(await together(without, again, filter(1))).toBe('');
    expect(await mode()).toEqual([1]);
    expect(await together(filter(3), all, again)).toBe('');
    expect(await mode()).toEqual([2]);
    expect(await together(routers('4'))).toBe('');
    expect(await together(without, again)).toBe(inUse);
    expect(await together(without, again, without)).toBe(inUse);
    expect(await together(routers(''), without, again, routers('5'))).toBe('');
  });

  test('that contradict each other are refused in one sentence, and none of them is made', async () => {
    expect(await together(vlan(20, '1-4'), trunk(1, '2-3'), trunk(2, '3-4'))).toMatch(/^Port 3 .*trunk [12]/i);
    expect(await together(trunk(1, '1-9'))).toBe('A trunk has at most 8 member ports.');
    expect(await together(vlan(20, '1-4'))).toBe('');
    const pvid = set('dot1qPortVlanEntry', { dot1dBasePort: 1, dot1qPvid: 20 });
    const without = set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 6 });
    expect(await together(pvid, without)).toMatch(/VLAN 20/);
    expect(await together(without, pvid)).toMatch(/VLAN 20/);
    const voice = set('voiceVlan', { voiceVlanStatus: 1, voiceVlanId: 20 });
    expect(await together(voice)).toBe('');
    expect(await together(without)).toMatch(/^VLAN 20 .*voice VLAN/i);
    const mirror = set('mirrorSessionEntry', {
      mirrorSessionId: 1,
      mirrorSessionStatus: 1,
      mirrorTargetPort: 3,
      mirrorIngressPorts: '1',
    });
    expect(await together(trunk(1, '2-3'), mirror)).toMatch(/^Port 3 .*(trunk 1|mirror)/i);
    const oui = set('voiceVlanOuiEntry', { voiceVlanOuiAddress: '00-E0-BB-00-00-00', RowStatus: 4 });
    expect(await together(oui, oui)).not.toBe('');
    const bothWays = vlan(30, '1-4', { dot1qVlanForbiddenEgressPorts: '4-5' });
    expect(await together(bothWays)).toMatch(/^Port 4 /);
  });
});

describe('a port that a loop closed', () => {
  test('is open again once detection is taken from it to have it join a trunk', async () => {
    const detect = (status: number) =>
      [3, 4].map((port) => set('sysLBDCtrlEntry', { sysLBDCtrlIndex: port, sysLBDPortStatus: status }));
    expect(await together(set('sysLBD', { sysLBDStateEnable: 1 }), ...detect(1))).toBe('');
    loop(3, 4);
    await pass(25);
    expect(agent.running.context.slots.get(loopBlocks).length).toBeGreaterThan(0);
    expect(await together(trunk(1, '3-4'))).toMatch(/^Port 3 .*loopback detection/i);
    expect(await together(...detect(2), trunk(1, '3-4'))).toBe('');
    await settled();
    expect(agent.running.context.slots.get(loopBlocks)).toEqual([]);
  });
});

describe('a VLAN that a neighbour told of', () => {
  test('follows its port into a trunk, and ends where the trunk stands by', async () => {
    await together(
      set('gvrpGlobal', { dot1qGvrpStatus: 1 }),
      ...[2, 3].map((port) => set('dot1qPortVlanEntry', { dot1dBasePort: port, dot1qPortGvrpStatus: 1 })),
    );
    const cable = agent.attach(3, { ability, receive: () => undefined });
    agent.attach(2, { ability, receive: () => undefined });
    await settled();
    const join = () => {
      for (const frame of buildGvrp('02-00-00-00-00-0C', [{ event: AttributeEvent.joinIn, vlan: 30 }]))
        cable.send(frame);
    };
    join();
    await settled();
    const members = () => agent.running.context.slots.get(dynamicMembers).get(30);
    expect(members()).toBe(0b100n);
    expect(await together(trunk(1, '2-3'))).toBe('');
    await pass(1);
    join();
    await settled();
    // The lowest member represents the trunk.
    expect(members()).toBe(0b10n);
    expect(await together(trunk(1, '2-3', 2))).toBe('');
    await pass(1);
    // There is no LACP partner yet: the trunk carries no frames, and nothing received on its links is trusted.
    join();
    await settled();
    expect(members()).toBeUndefined();
  });
});

describe('a listener', () => {
  test('behind a trunk is gone with its last link, also where other members never had one', async () => {
    await together(set('igsCtrl', { igsStatus: 1 }), trunk(1, '2-3'));
    const cable = agent.attach(3, { ability, receive: () => undefined });
    await settled();
    const report = { kind: 'report', version: 2, group: '239.1.2.3' } as const;
    cable.send(padFrame(igmp.build(report, { mac: '02-00-00-00-00-0D', address: '192.0.2.7' })));
    await settled();
    expect(await client.read('igsVlanMulticastGroupEntry')).toHaveLength(1);
    cable.setLink('down');
    await settled();
    expect(await client.read('igsVlanMulticastGroupEntry')).toEqual([]);
  });
});

describe('an MST instance', () => {
  test('gives its VLANs back to the common tree when it or they are deleted, under way', async () => {
    expect(
      await together(
        vlan(10, '1-8'),
        set('dot1dStp', { stpGlobalStatus: 1, dot1dStpVersion: 3 }),
        set('ieee8021MstpVlanV2Entry', { ieee8021MstpId: 1, mstVlanList: '10', RowStatus: 4 }),
      ),
    ).toBe('');
    agent.attach(1, { ability, receive: () => undefined });
    await pass(8);
    const trees = () => [...(agent.running.context.slots.get(decidedStates)?.trees.keys() ?? [])];
    expect(trees()).toEqual([0, 1]);
    expect(await together(set('dot1qVlanStaticEntry', { dot1qVlanIndex: 10, RowStatus: 6 }))).toBe('');
    await pass(1);
    expect(agent.plans.at(-1)?.vlans.has(10)).toBe(false);
    expect(await together(set('ieee8021MstpVlanV2Entry', { ieee8021MstpId: 1, RowStatus: 6 }))).toBe('');
    await pass(8);
    expect(trees()).toEqual([0]);
    expect(agent.running.context.slots.get(decidedStates)?.trees.get(0)?.forwarding).toBe(1n);
  });
});

test('two who change at the same time are served one after the other, and neither undoes the other', async () => {
  const other = await agent.signedIn();
  const changes = Array.from({ length: 20 }, (_, at) =>
    (at % 2 === 0 ? client : other).call('BatchPost', {
      FuncName: 'test',
      calls: [vlan(100 + at, `${1 + (at % 8)}`), trunk(1 + (at % 2), at % 2 === 0 ? '1-2' : '2-3')],
    }),
  );
  const codes = (await Promise.all(changes)).map(({ error }) => error.code);
  const made = agent.running.context.configuration();
  expect(codes.filter((code) => code === 0).length).toBeGreaterThan(0);
  expect(await agent.running.context.problemsOf(made)).toEqual([]);
  for (const [at, code] of codes.entries()) {
    expect(agent.plans.at(-1)?.vlans.has(100 + at)).toBe(code === 0);
  }
  expect(told().filter((text) => /failed|could not/.test(text))).toEqual([]);
});
