import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressKey } from '../../datapath/plan.ts';
import type { Cable } from '../../datapath/virtual/virtual-datapath.ts';
import { englishOf } from '../../device/log/log.ts';
import { igmpForwarding } from '../../features/network/igmp-snooping/slots.ts';
import { lldpState } from '../../features/network/lldp/slots.ts';
import { trunkViews } from '../../features/network/trunk/slots.ts';
import { dynamicMembers } from '../../features/network/vlan/slots.ts';
import { hasPort, NO_PORTS } from '../../model/values/port-list.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { AttributeEvent, buildGvrp } from '../../protocols/gvrp/pdu.ts';
import { buildLacpdu } from '../../protocols/lacp/lacpdu.ts';
import { LacpSwitch, member } from '../../protocols/lacp/testing.ts';
import { neighbourFrame } from '../../protocols/lldp/testing.ts';
import { igmp, mld } from '../../protocols/multicast-snooping/family.ts';
import type { TreeMessage } from '../../protocols/spanning-tree/bpdu.ts';
import { buildBpduFrame } from '../../protocols/spanning-tree/bpdu-frame.ts';
import type { AgentClient } from './agent-client.ts';
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

const rootBpdu: TreeMessage = {
  kind: 'rapid',
  role: 'designated',
  topologyChange: false,
  proposal: true,
  learning: true,
  forwarding: true,
  agreement: false,
  acknowledgment: false,
  root: '1000020000000009',
  externalCost: 0,
  bridge: '1000020000000009',
  port: 0x8001,
  messageAge: 0,
  maxAge: 20,
  helloTime: 2,
  forwardDelay: 15,
};

/** Neighbours that behave: an LACP partner at 1 and 2, the root at 3, an LLDP neighbour at 4, a GVRP switch at 6, a listener at 7. */
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

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
const macOf = (value: number) => `02-FF-${hex(value, 8).match(/../g)?.join('-')}`;

/** What the attacker sends as frame `n`. */
const floods: Readonly<Record<string, (n: number) => Uint8Array>> = {
  'BPDUs of changing roots': (n) => {
    const bridge = `${hex(n % 2 === 0 ? 0x0000 : 0xf000, 4)}02FF${hex(n % 5000, 8)}`;
    return buildBpduFrame(macOf(n), { ...rootBpdu, root: bridge, bridge, topologyChange: true });
  },
  'topology changes': () => buildBpduFrame(macOf(1), { kind: 'notification' }),
  'LACPDUs of changing partners': (n) => {
    const party = { systemPriority: n % 3, system: macOf(n), key: n % 7, portPriority: 0, port: n % 9, state: 0x3f };
    return buildLacpdu(macOf(n), party, { ...party, system: '02-00-00-00-00-01' });
  },
  'LLDP of ever new chassis': (n) => neighbourFrame(`liar ${n}`),
  'GVRP of every VLAN': (n) => {
    const first = 1 + ((n * 200) % 4094);
    const attributes = Array.from({ length: 200 }, (_, at) => ({
      event: AttributeEvent.joinIn,
      vlan: 1 + ((first + at) % 4094),
    }));
    return buildGvrp(macOf(1), attributes)[0] ?? new Uint8Array();
  },
  'IGMP reports of distinct groups': (n) =>
    padFrame(
      igmp.build(
        { kind: 'report', version: 2, group: `235.${(n >> 16) & 127}.${(n >> 8) & 255}.${n & 255}` },
        { mac: macOf(1), address: '192.0.2.5' },
      ),
    ),
  'MLD reports of distinct groups': (n) =>
    mld.build(
      { kind: 'report', version: 1, group: `ff1e::${hex(n & 0xffff, 1).toLowerCase()}` },
      { mac: macOf(1), address: 'fe80::5' },
    ),
  'loop probes in the name of the switch': (n) =>
    buildEthernet({
      destination: 'CF-00-00-00-00-00',
      source: '02-00-00-00-00-01',
      etherType: EtherType.loopback,
      payload: new Uint8Array(60).fill(n & 255),
    }),
};

test.each(Object.keys(floods))('%s leave other ports, the log and whoever manages the switch alone', async (name) => {
  const build = floods[name];
  if (!build) throw new Error(name);
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
});
