import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cable } from '../../datapath/virtual/virtual-datapath.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import { hasPort, NO_PORTS, parsePortList } from '../../model/values/port-list.ts';
import { macAt, uint16At } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { buildIgmp } from '../../protocols/frames/igmp.ts';
import { pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { AttributeEvent, buildGvrp } from '../../protocols/gvrp/pdu.ts';
import { buildLacpdu } from '../../protocols/lacp/lacpdu.ts';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

const GUESTS = 20;
/** The guest at port 2, and the same one as a phone of Siemens. */
const STATION = '02-AA-00-00-00-02';
const PHONE = '00-01-E3-00-00-02';
/** At port 4, a tagged member of every VLAN but the guests'. */
const NEIGHBOR = '02-AA-00-00-00-04';
const BROADCAST = 'FF-FF-FF-FF-FF-FF';
const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;

let agent: TestAgent;
let client: AgentClient;
let factory: Configuration;
let cable: Cable;
let neighbor: Cable;
const left = new Map<number, Uint8Array[]>();

const context = () => agent.running.context;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeAll(async () => {
  agent = await startTestAgent();
  const at = (port: number) => {
    const frames: Uint8Array[] = [];
    left.set(port, frames);
    return agent.attach(port, { ability, receive: (frame) => frames.push(frame.slice()) });
  };
  cable = at(2);
  at(3);
  neighbor = at(4);
  at(5);
  client = await agent.signedIn();
  factory = context().configuration();
});

afterAll(() => agent.close());

beforeEach(async () => {
  await context().change(say('a test'), () => factory);
});

type Call = Readonly<Record<string, string | number>>;
const create = 4;

async function configure(calls: readonly Call[]): Promise<void> {
  const answer = await client.call('BatchPost', {
    FuncName: 'test',
    calls: calls.map((params) => ({ method: 'CommonSet', params })),
  });
  expect(answer.error.message).toBe('');
}

const vlan = (dot1qVlanIndex: number, ports: string): Call => ({
  ...{ Template: 'dot1qVlanStaticEntry', dot1qVlanIndex, dot1qVlanStaticEgressPorts: ports, RowStatus: create },
});

/** Makes port 2 a tagged member of a VLAN of port 4. */
const member = (dot1qVlanIndex: number): Call => ({
  ...{ Template: 'dot1qVlanStaticEntry', dot1qVlanIndex, dot1qVlanStaticEgressPorts: '2,4' },
});

/** Port 2 requires authentication, and there is none: after a minute it is in its guest VLAN. */
async function takeIn(calls: readonly Call[]): Promise<void> {
  await configure([
    vlan(10, '4'),
    vlan(GUESTS, '3'),
    vlan(30, '4'),
    { Template: 'dialInUserEntry', dialInUserName: 'ann', dialInUserPassword: 'hello there', RowStatus: create },
    { Template: 'dot1xExtConfig', dot1xAuthMethod: 2 },
    { Template: 'dot1xPortExtEntry', dot1xPaePortNumber: 2, dot1xPortGuestVlan: GUESTS },
  ]);
  await configure(calls);
  await configure([
    { Template: 'dot1xAuthConfigEntry', dot1xPaePortNumber: 2, dot1xAuthAuthControlledPortControl: 2 },
    { Template: 'dot1xPaeSystem', dot1xPaeSystemAuthControl: 1 },
  ]);
  agent.clock.advance(62_000);
  await settled();
  const rows = (await client.read('dot1xPortExtEntry')) as unknown as object[];
  expect(rows[1]).toMatchObject({ dot1xPortAssignedVlan: GUESTS, dot1xPortVlanSource: 2 });
}

const plain = (destination: string, source: string, etherType: number = EtherType.experimental) =>
  buildEthernet({ destination, source, etherType, payload: new Uint8Array(50) });

function withService(frame: Uint8Array, vid: number): Uint8Array {
  return Uint8Array.from([...frame.subarray(0, 12), 0x88, 0xa8, vid >>> 8, vid & 0xff, ...frame.subarray(12)]);
}

/** A better root than any. */
function superior(source: string): Uint8Array {
  const bridge = [0, 0, ...source.split('-').map((octet) => Number.parseInt(octet, 16))];
  const times = [0, 0, 20, 0, 2, 0, 15, 0];
  const bpdu = [0, 0, 2, 2, 0x3c, ...bridge, 0, 0, 0, 0, ...bridge, 0x80, 1, ...times, 0];
  const payload = Uint8Array.from([0x42, 0x42, 3, ...bpdu]);
  return padFrame(buildEthernet({ destination: '01-80-C2-00-00-00', source, etherType: payload.length, payload }));
}

function lldp(source: string): Uint8Array {
  const chassis = source.split('-').map((octet) => Number.parseInt(octet, 16));
  const payload = Uint8Array.from([2, 7, 4, ...chassis, 4, 2, 7, 0x31, 6, 2, 0, 120, 0, 0]);
  return padFrame(buildEthernet({ destination: '01-80-C2-00-00-0E', source, etherType: EtherType.lldp, payload }));
}

/** Everything that a guest might try. */
function attempts(): Uint8Array[] {
  const groups = [
    '01-00-5E-01-01-01',
    '01-80-C2-00-00-21',
    '01-80-C2-00-00-03',
    '01-80-C2-00-00-10',
    '01-00-0C-CC-CC-CC',
  ];
  const destinations = [BROADCAST, NEIGHBOR, context().hardware.baseMacAddress, ...groups];
  const types = [EtherType.experimental, EtherType.ipv4, EtherType.arp, EtherType.eapol];
  return [STATION, PHONE].flatMap((source) => {
    const untagged = destinations.flatMap((to) => types.map((type) => plain(to, source, type)));
    const [broadcast = plain(BROADCAST, source)] = untagged;
    const tags = [0, 1, 10, GUESTS, 30];
    const tagged = tags.flatMap((outer) => [
      pushTag(broadcast, outer),
      withService(broadcast, outer),
      ...tags.flatMap((inner) => [
        pushTag(pushTag(broadcast, inner), outer),
        withService(pushTag(broadcast, inner), outer),
        pushTag(withService(broadcast, inner), outer),
      ]),
    ]);
    const joins = [10, 30, 40].map((wanted) => ({ event: AttributeEvent.joinIn, vlan: wanted }));
    const party = { systemPriority: 1, system: source, key: 1, portPriority: 1, port: 1, state: 0x3f };
    const sender = { mac: source, address: '192.0.2.66' };
    const igmp = [
      buildIgmp({ kind: 'report', version: 2, group: '239.1.1.1' }, sender),
      buildIgmp({ kind: 'leave', group: '239.1.1.1' }, sender),
    ];
    const engines = [
      ...buildGvrp(source, joins),
      superior(source),
      lldp(source),
      buildLacpdu(source, party, party),
      ...igmp,
    ];
    return [...untagged, ...tagged, ...engines, ...engines.map((frame) => pushTag(frame, 10))];
  });
}

const ofGuest = (frame: Uint8Array) => [STATION, PHONE].includes(macAt(frame, 6));

/** What engines and tables say, wherever a guest might have left a trace. */
async function traces(): Promise<string> {
  const objects = ['dot1dStp', 'ieee8021MstpCistEntry', 'lldpRemEntry', 'dot3adAggPortEntry', 'voiceVlanDeviceEntry'];
  const read = await Promise.all(objects.map((object) => client.read(object).catch(() => undefined)));
  return JSON.stringify(read).toUpperCase();
}

const surroundings: readonly (readonly [string, readonly Call[]])[] = [
  ['nothing else', []],
  ['tagged members', [member(10), member(30)]],
  ['no ingress filtering', [{ Template: 'dot1qPortVlanEntry', dot1dBasePort: 2, dot1qPortIngressFiltering: 2 }]],
  [
    'MAC VLANs',
    [STATION, PHONE].map((macVlanAddress) => ({
      ...{ Template: 'macVlanEntry', macVlanAddress, macVlanId: 30, RowStatus: create },
    })),
  ],
  [
    'a protocol VLAN',
    [
      {
        Template: 'dot1vProtocolGroupEntry',
        dot1vProtocolTemplateFrameType: 1,
        dot1vProtocolTemplateProtocolValue: '0800',
        dot1vProtocolGroupId: 1,
        RowStatus: create,
      },
      {
        Template: 'dot1vProtocolPortEntry',
        dot1dBasePort: 2,
        dot1vProtocolPortGroupId: 1,
        dot1vProtocolPortGroupVid: 30,
        RowStatus: create,
      },
    ],
  ],
  [
    'a voice VLAN',
    [
      { Template: 'voiceVlan', voiceVlanStatus: 1, voiceVlanId: 10 },
      { Template: 'voiceVlanPortEntry', ifIndex: 2, voiceVlanPortAuto: 1, voiceVlanPortTagMode: 1 },
    ],
  ],
  [
    'an untagged voice VLAN',
    [
      { Template: 'voiceVlan', voiceVlanStatus: 1, voiceVlanId: 10 },
      { Template: 'voiceVlanPortEntry', ifIndex: 2, voiceVlanPortAuto: 1, voiceVlanPortTagMode: 2 },
    ],
  ],
  [
    'GVRP',
    [
      { Template: 'gvrpGlobal', dot1qGvrpStatus: 1 },
      { Template: 'dot1qPortVlanEntry', dot1dBasePort: 2, dot1qPortGvrpStatus: 1 },
    ],
  ],
  ['spanning tree', [{ Template: 'dot1dStp', stpGlobalStatus: 1 }]],
  ['BPDUs and EAPOL that pass', [{ Template: 'portCtrlEntry', ifIndex: 2, portBpduPass: 1 }]],
  ['IGMP snooping', [{ Template: 'igsCtrl', igsStatus: 1 }]],
  [
    'static addresses',
    [STATION, PHONE].map((dot1qStaticUnicastAddress) => ({
      Template: 'dot1qStaticUnicastEntry',
      dot1qVlanIndex: 1,
      dot1qStaticUnicastAddress,
      dot1qStaticUnicastAllowedToGoTo: 2,
      RowStatus: create,
    })),
  ],
  ['port security', [{ Template: 'portSecPortEntry', portSecPort: 2, portSecState: 1 }]],
  [
    'forwarding to port 4 alone',
    [{ Template: 'privateVlanPortEntry', privateVlanSourcePort: 2, privateVlanForwardPorts: '4' }],
  ],
  ['shared learning', [{ Template: 'dot1qVlan', dot1qConstraintTypeDefault: 2, asymmetricVlanStatus: 1 }]],
];

test.each(surroundings)('with %s a guest gets into the guest VLAN only, and into no engine', async (_name, calls) => {
  await takeIn(calls);
  for (const frames of left.values()) frames.length = 0;
  for (const frame of attempts()) {
    cable.send(frame);
  }
  await settled();
  agent.clock.advance(3000);
  await settled();
  for (const port of [4, 5]) {
    const leaked = (left.get(port) ?? []).filter(ofGuest).map((frame) => Buffer.from(frame).toString('hex'));
    expect(leaked, `port ${port}`).toEqual([]);
  }
  const inside = (left.get(3) ?? []).filter(ofGuest).map((frame) => tagOf(frame)?.vid);
  const tagTypes = (left.get(3) ?? []).filter(ofGuest).map((frame) => uint16At(frame, 16));
  expect(tagTypes.filter((type) => type === EtherType.vlan || type === EtherType.serviceTag)).toEqual([]);
  expect(new Set(inside)).toEqual(new Set(calls.some((call) => 'privateVlanSourcePort' in call) ? [] : [GUESTS]));
  // Nothing of other VLANs comes to the guest.
  (left.get(2) ?? []).length = 0;
  for (const destination of [BROADCAST, STATION, PHONE]) {
    for (const outer of [1, 10, 30]) neighbor.send(pushTag(plain(destination, NEIGHBOR), outer));
    neighbor.send(plain(destination, NEIGHBOR));
  }
  await settled();
  expect((left.get(2) ?? []).filter((frame) => macAt(frame, 6) === NEIGHBOR)).toEqual([]);
  const said = await traces();
  for (const address of [STATION, PHONE]) expect(said).not.toContain(address);
  const database = await context().datapath.forwardingDatabase();
  const learned = database.filter(({ port, origin }) => port === 2 && origin === 'learned').map(({ fid }) => fid);
  const isShared = calls.some((call) => 'dot1qConstraintTypeDefault' in call);
  expect(learned.filter((fid) => fid !== (isShared ? 1 : GUESTS))).toEqual([]);
  const current = (await client.read('dot1qVlanCurrentEntry')) as unknown as {
    readonly dot1qVlanIndex: number;
    readonly dot1qVlanCurrentEgressPorts: string;
  }[];
  const own = current.filter((row) => hasPort(parsePortList(row.dot1qVlanCurrentEgressPorts) ?? NO_PORTS, 2));
  expect(own.map((row) => row.dot1qVlanIndex)).toEqual([GUESTS]);
});
