import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressKey } from '../../datapath/plan.ts';
import type { Cable } from '../../datapath/virtual/virtual-datapath.ts';
import { englishOf } from '../../device/log/log.ts';
import { igmpForwarding } from '../../features/network/igmp-snooping/slots.ts';
import { lldpState } from '../../features/network/lldp/slots.ts';
import { trunkViews } from '../../features/network/trunk/slots.ts';
import { dynamicMembers } from '../../features/network/vlan/slots.ts';
import { hasPort, NO_PORTS } from '../../model/values/port-list.ts';
import { padFrame } from '../../protocols/frames/ethernet.ts';
import { AttributeEvent, buildGvrp } from '../../protocols/gvrp/pdu.ts';
import { LacpSwitch, member } from '../../protocols/lacp/testing.ts';
import { neighbourFrame } from '../../protocols/lldp/testing.ts';
import { igmp } from '../../protocols/multicast-snooping/family.ts';
import { buildBpduFrame } from '../../protocols/spanning-tree/bpdu-frame.ts';
import type { AgentClient } from './agent-client.ts';
import { floods, rootBpdu } from './floods.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

/** Frames that the attacker sends in a tenth of a second. */
const AT_ONCE = 60;
/** Long enough for a member of the trunk to be given up twice over. */
const SECONDS = 6;
const ATTACKER = 5;
const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;

let agent: TestAgent;
let client: AgentClient;
let attacker: Cable;

const settings: readonly object[] = [
  { Template: 'dot1qVlanStaticEntry', RowStatus: 4, dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1-8' },
  { Template: 'trunkGroupEntry', trunkId: 1, trunkMode: 2, trunkMemberPorts: '1-2', lacpTimeout: 1 },
  { Template: 'trunkGroupEntry', trunkId: 2, trunkMode: 2, trunkMemberPorts: `${ATTACKER}` },
  { Template: 'dot1dStp', stpGlobalStatus: 1, dot1dStpVersion: 2 },
  { Template: 'gvrpGlobal', dot1qGvrpStatus: 1 },
  { Template: 'dot1qPortVlanEntry', dot1dBasePort: 6, dot1qPortGvrpStatus: 1 },
  { Template: 'dot1qPortVlanEntry', dot1dBasePort: ATTACKER, dot1qPortGvrpStatus: 1 },
  { Template: 'igsCtrl', igsStatus: 1 },
  { Template: 'igsVlanFilterEntry', igsVlanFilterVlanId: 1, igsVlanFilterStatus: 1 },
  { Template: 'mldsCtrl', mldsStatus: 1 },
  { Template: 'mldsVlanFilterEntry', mldsVlanFilterVlanId: 1, mldsVlanFilterStatus: 1 },
];

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  for (const params of settings) {
    const { error } = await client.call('CommonSet', params);
    if (error.code !== 0) throw new Error(`${JSON.stringify(params)}: ${error.message}`);
  }
  attacker = agent.attach(ATTACKER, { ability, receive: () => undefined });
});

afterEach(() => agent.close());

/**
 * Well-behaved neighbors: an LACP partner at 1 and 2, the root at 3, an LLDP neighbor at 4, a GVRP switch at 6, a
 * listener at 7.
 */
function neighbours(): { tick(tenth: number): void; readonly partner: LacpSwitch } {
  const { clock } = agent;
  const partner = new LacpSwitch('02-00-00-00-00-0B', {
    11: { ...member, shortTimeout: true },
    12: { ...member, shortTimeout: true },
  });
  const cables = new Map<number, Cable>();
  const flush = () => {
    for (const { port, frame } of partner.sent.splice(0)) cables.get(port - 10)?.send(frame);
  };
  for (const port of [1, 2]) {
    const receive = (frame: Uint8Array) => {
      partner.tell({ kind: 'frame', port: port + 10, octets: frame.slice() }, clock.now());
    };
    cables.set(port, agent.attach(port, { ability, receive }));
  }
  for (const port of [3, 4, 6, 7]) cables.set(port, agent.attach(port, { ability, receive: () => undefined }));
  partner.tell({ kind: 'configure' }, clock.now());
  flush();
  return {
    partner,
    tick(tenth) {
      if (partner.state.wakeAt <= clock.now()) partner.tell({ kind: 'wake' }, clock.now());
      flush();
      if (tenth % 20 === 0) cables.get(3)?.send(buildBpduFrame('02-00-00-00-00-09', rootBpdu));
      if (tenth % 10 === 0) cables.get(4)?.send(neighbourFrame('honest', {}, 4));
      if (tenth % 3 === 0) {
        for (const frame of buildGvrp('02-00-00-00-00-0C', [{ event: AttributeEvent.joinIn, vlan: 30 }]))
          cables.get(6)?.send(frame);
      }
      if (tenth % 50 === 0) {
        const report = { kind: 'report', version: 2, group: '239.9.9.9' } as const;
        cables.get(7)?.send(padFrame(igmp.build(report, { mac: '02-00-00-00-00-0D', address: '192.0.2.7' })));
      }
    },
  };
}

test.each(Object.entries(floods))(
  '%s leave other ports, the log and whoever manages the switch alone',
  async (_, build) => {
    const { context } = agent.running;
    const { tick, partner } = neighbours();
    let n = 0;
    const play = async (seconds: number, flooding: boolean) => {
      for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
        for (let frame = 0; flooding && frame < AT_ONCE; frame += 1) attacker.send(build(n++));
        agent.clock.advance(100);
        tick(tenth);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    };
    await play(4, false);
    const since = context.log.entries()[0]?.sequence ?? 0;
    await play(SECONDS, true);
    const entries = context.log.entries().filter(({ sequence }) => sequence > since);
    const told = entries.map(englishOf);
    expect(told.length).toBeLessThanOrEqual(6);
    expect(told.filter((text) => /trunk 1|port 4/i.test(text))).toEqual([]);
    // Both links of the trunk carry frames still, at both ends.
    expect(context.slots.get(trunkViews).get(5001)?.distributing).toBe(0b11n);
    expect(partner.trunk().distributing).toBe(0b1100_0000_0000n);
    expect([...context.slots.get(lldpState).neighbours.values()].map(({ port }) => port)).toContain(4);
    expect(hasPort(context.slots.get(dynamicMembers).get(30) ?? NO_PORTS, 6)).toBe(true);
    expect(context.slots.get(igmpForwarding).groups?.get(addressKey(1, '01-00-5E-09-09-09'))).toBeDefined();
    expect(await client.read('dot1dStp')).toMatchObject({ stpGlobalStatus: 1 });
    expect(told.filter((text) => /failed|could not/.test(text))).toEqual([]);
  },
);
