import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import { hasPort, NO_PORTS, parsePortList } from '../../model/values/port-list.ts';
import { buildDhcpFrame } from '../../protocols/dhcp/frame.ts';
import { logoff, start } from '../../protocols/dot1x/testing.ts';
import { macAt, uint16At } from '../../protocols/frames/addresses.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { buildIgmp } from '../../protocols/frames/igmp.ts';
import { buildMld } from '../../protocols/frames/mld.ts';
import { pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { AttributeEvent, buildGvrp } from '../../protocols/gvrp/pdu.ts';
import { buildLacpdu } from '../../protocols/lacp/lacpdu.ts';
import { framesToTry, seed } from '../../protocols/random-frames.ts';
import { Random } from '../oracle/random.ts';
import type { AgentClient } from './agent-client.ts';
import { Md5Supplicant } from './md5-supplicant.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

/** Random switches that are attacked, with some hundred frames each. */
const ROUNDS = Math.max(1, Math.round(framesToTry(1000) / 100));

const GUESTS = 20;
/** Not authenticated, at port 2; the second one is a phone by its address. */
const STRANGERS = ['02-AA-00-00-00-02', '00-01-E3-00-00-02'] as const;
/** Authenticates at port 2, in some rounds, and goes. */
const ANN = '02-AA-00-00-00-0A';
/** At port 4, a member of every VLAN but the guests'. */
const NEIGHBOR = '02-AA-00-00-00-04';
const BROADCAST = 'FF-FF-FF-FF-FF-FF';
const STREAM = '239.1.1.1';
const STREAM_MAC = '01-00-5E-01-01-01';
/** In every frame of strangers that has room for it, whatever source it pretends. */
const MARK = Buffer.from('not authenticated');
const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;

type Call = Readonly<Record<string, string | number>>;
const create = 4;

let agent: TestAgent;
let client: AgentClient;
let factory: Configuration;
let supplicant: Md5Supplicant;
const received: Uint8Array[] = [];
const left = new Map<number, Uint8Array[]>();
const cables = new Map<number, { send(frame: Uint8Array): void }>();

const context = () => agent.running.context;
async function settled(turns = 6): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

beforeAll(async () => {
  agent = await startTestAgent();
  supplicant = new Md5Supplicant(agent, 2, ANN, false);
  for (const port of [3, 4, 5, 6, 7, 8]) {
    const frames: Uint8Array[] = [];
    left.set(port, frames);
    cables.set(port, agent.attach(port, { ability, receive: (frame) => frames.push(frame.slice()) }));
  }
  supplicant.heard = received;
  client = await agent.signedIn();
  factory = context().configuration();
});

afterAll(() => agent.close());

const vlan = (dot1qVlanIndex: number, ports: string): Call => ({
  ...{ Template: 'dot1qVlanStaticEntry', dot1qVlanIndex, dot1qVlanStaticEgressPorts: ports, RowStatus: create },
});
const row = (Template: string, values: Call): Call => ({ Template, ...values });
const made = (Template: string, values: Call): Call => ({ Template, ...values, RowStatus: create });

/** What else a switch may be configured to. */
const surroundings: Readonly<Record<string, readonly Call[]>> = {
  'tagged members': [10, 30].map((id) =>
    row('dot1qVlanStaticEntry', { dot1qVlanIndex: id, dot1qVlanStaticEgressPorts: '2,4' }),
  ),
  'another PVID': [
    row('dot1qVlanStaticEntry', {
      dot1qVlanIndex: 10,
      dot1qVlanStaticEgressPorts: '2,4',
      dot1qVlanStaticUntaggedPorts: '2',
    }),
    row('dot1qPortVlanEntry', { dot1dBasePort: 2, dot1qPvid: 10 }),
  ],
  'no ingress filtering': [row('dot1qPortVlanEntry', { dot1dBasePort: 2, dot1qPortIngressFiltering: 2 })],
  'only tagged': [row('dot1qPortVlanEntry', { dot1dBasePort: 2, dot1qPortAcceptableFrameTypes: 2 })],
  'MAC VLANs': [...STRANGERS, ANN].map((macVlanAddress) => made('macVlanEntry', { macVlanAddress, macVlanId: 30 })),
  'a protocol VLAN': [
    made('dot1vProtocolGroupEntry', {
      dot1vProtocolTemplateFrameType: 1,
      dot1vProtocolTemplateProtocolValue: '0800',
      dot1vProtocolGroupId: 1,
    }),
    made('dot1vProtocolPortEntry', { dot1dBasePort: 2, dot1vProtocolPortGroupId: 1, dot1vProtocolPortGroupVid: 30 }),
  ],
  'a voice VLAN': [
    row('voiceVlan', { voiceVlanStatus: 1, voiceVlanId: 10 }),
    row('voiceVlanPortEntry', { ifIndex: 2, voiceVlanPortAuto: 1, voiceVlanPortTagMode: 1 }),
  ],
  'an untagged voice VLAN': [
    row('voiceVlan', { voiceVlanStatus: 1, voiceVlanId: 10 }),
    row('voiceVlanPortEntry', { ifIndex: 2, voiceVlanPortAuto: 1, voiceVlanPortTagMode: 2 }),
  ],
  'a surveillance VLAN': [row('aSVGlobal', { aSVState: 1 })],
  GVRP: [
    row('gvrpGlobal', { dot1qGvrpStatus: 1 }),
    row('dot1qPortVlanEntry', { dot1dBasePort: 2, dot1qPortGvrpStatus: 1 }),
    row('dot1qPortVlanEntry', { dot1dBasePort: 4, dot1qPortGvrpStatus: 1 }),
  ],
  'spanning tree': [row('dot1dStp', { stpGlobalStatus: 1 })],
  'BPDUs that pass': [row('portCtrlEntry', { ifIndex: 2, portBpduPass: 1 })],
  'EAPOL that passes': [row('dot1xExtConfig', { dot1xFwdEapolWhenOff: 1 })],
  'IGMP snooping': [row('igsCtrl', { igsStatus: 1 })],
  'MLD snooping': [row('mldsCtrl', { mldsStatus: 1 })],
  'filtered groups': [1, 10, 20, 30].map((id) =>
    row('multicastFilterEntry', { dot1qVlanIndex: id, multicastFilterMode: 3 }),
  ),
  'a multicast VLAN': [
    row('igsCtrl', { igsStatus: 1 }),
    row('multicastVlanCtrl', { multicastVlanStatus: 1, multicastVlanForwardUnmatched: 1 }),
    made('multicastVlanEntry', {
      multicastVlanId: 100,
      multicastVlanName: 'tv',
      multicastVlanReceiverUntagged: '2',
      multicastVlanSourceTagged: '4',
    }),
    made('multicastVlanGroupEntry', { multicastVlanGroupName: 'news' }),
    made('multicastVlanGroupRangeEntry', {
      multicastVlanGroupName: 'news',
      multicastVlanGroupStart: '239.1.1.0',
      multicastVlanGroupEnd: '239.1.1.9',
    }),
    made('multicastVlanAssocEntry', { multicastVlanId: 100, multicastVlanGroupName: 'news' }),
  ],
  'a static group': [
    made('dot1qStaticMulticastEntry', {
      dot1qVlanIndex: 1,
      dot1qStaticMulticastAddress: STREAM_MAC,
      dot1qStaticMulticastStaticEgressPorts: '2,4',
    }),
  ],
  'static addresses': [...STRANGERS, ANN].map((dot1qStaticUnicastAddress) =>
    made('dot1qStaticUnicastEntry', {
      dot1qVlanIndex: 1,
      dot1qStaticUnicastAddress,
      dot1qStaticUnicastAllowedToGoTo: 2,
    }),
  ),
  'port security': [row('portSecPortEntry', { portSecPort: 2, portSecState: 1 })],
  'a mirror': [
    row('mirrorSessionEntry', {
      mirrorSessionId: 1,
      mirrorSessionStatus: 1,
      mirrorTargetPort: 6,
      mirrorIngressPorts: '2',
      mirrorEgressPorts: '2',
    }),
  ],
  'a trunk of others': [row('trunkGroupEntry', { trunkId: 1, trunkMode: 1, trunkMemberPorts: '7-8' })],
  'loop detection': [row('sysLBD', { sysLBDStateEnable: 1, sysLBDMode: 1, sysLBDInterval: 1 })],
  'loop detection by VLAN': [row('sysLBD', { sysLBDStateEnable: 1, sysLBDMode: 2, sysLBDInterval: 1 })],
  'DHCP snooping': [
    row('dhcpSnoopingConfig', { dhcpSnoopingStatus: 1 }),
    ...[1, 10, 30].map((id) => made('dhcpSnoopingVlanEntry', { dhcpSnoopingVlanId: id })),
  ],
  'ARP inspection': [10, 20, 30].map((id) => made('arpInspVlanEntry', { arpInspVlanId: id, arpInspVlanStatus: 1 })),
  'forwarding to port 4 only': [
    row('privateVlanPortEntry', { privateVlanSourcePort: 2, privateVlanForwardPorts: '4' }),
  ],
  'asymmetric VLANs': [row('dot1qVlan', { dot1qConstraintTypeDefault: 2, asymmetricVlanStatus: 1 })],
};

async function configure(calls: readonly Call[]): Promise<string> {
  const listed = calls.map((params) => ({ method: 'CommonSet', params }));
  return (await client.call('BatchPost', { FuncName: 'test', calls: listed })).error.message;
}

const plain = (destination: string, source: string, etherType: number = EtherType.experimental) =>
  buildEthernet({ destination, source, etherType, payload: Buffer.concat([MARK, new Uint8Array(40)]) });

function withService(frame: Uint8Array, vid: number): Uint8Array {
  return Uint8Array.from([...frame.subarray(0, 12), 0x88, 0xa8, vid >>> 8, vid & 0xff, ...frame.subarray(12)]);
}

const octetsOf = (address: string) => address.split('-').map((octet) => Number.parseInt(octet, 16));

/** A better root than any. */
function superior(source: string): Uint8Array {
  const bridge = [0, 0, ...octetsOf(source)];
  const bpdu = [0, 0, 2, 2, 0x3c, ...bridge, 0, 0, 0, 0, ...bridge, 0x80, 1, 0, 0, 20, 0, 2, 0, 15, 0, 0];
  const payload = Uint8Array.from([0x42, 0x42, 3, ...bpdu]);
  return padFrame(buildEthernet({ destination: '01-80-C2-00-00-00', source, etherType: payload.length, payload }));
}

function lldp(source: string): Uint8Array {
  const payload = Uint8Array.from([2, 7, 4, ...octetsOf(source), 4, 2, 7, 0x31, 6, 2, 0, 120, 0, 0]);
  return padFrame(buildEthernet({ destination: '01-80-C2-00-00-0E', source, etherType: EtherType.lldp, payload }));
}

/** What joins groups. */
function joins(mac: string): Uint8Array[] {
  const four = { mac, address: '192.0.2.66' };
  const six = { mac, address: 'fe80::66' };
  return [
    buildIgmp({ kind: 'report', version: 2, group: STREAM }, four),
    buildIgmp({ kind: 'records', records: [{ type: 4, group: STREAM, sources: [] }] }, four),
    buildIgmp({ kind: 'query', version: 2, group: undefined, maxResponse: 1000, suppress: false, sources: 0 }, four),
    buildMld({ kind: 'report', version: 1, group: 'ff1e::101' }, six),
    buildMld({ kind: 'query', version: 1, group: undefined, maxResponse: 1000, suppress: false, sources: 0 }, six),
  ].map(padFrame);
}

/** What engines of the switch would take. */
function messages(source: string): Uint8Array[] {
  const events = [10, 30, 40].map((wanted) => ({ event: AttributeEvent.joinIn, vlan: wanted }));
  const party = { systemPriority: 1, system: source, key: 1, portPriority: 1, port: 1, state: 0x3f };
  const arp = buildArp({
    operation: 'reply',
    senderMac: source,
    senderAddress: '192.168.0.1',
    targetMac: BROADCAST,
    targetAddress: '192.168.0.1',
  });
  const dhcp = buildDhcpFrame({
    sourceMac: source,
    destinationMac: BROADCAST,
    sourceAddress: '0.0.0.0',
    destinationAddress: '255.255.255.255',
    message: {
      ...{ operation: 'request', transaction: 7, seconds: 0, broadcast: true, clientAddress: '0.0.0.0' },
      ...{ yourAddress: '0.0.0.0', clientMac: source, options: new Map([[53, Uint8Array.of(1)]]) },
    },
  });
  return [
    ...buildGvrp(source, events),
    superior(source),
    lldp(source),
    buildLacpdu(source, party, party),
    buildEthernet({ destination: BROADCAST, source, etherType: EtherType.arp, payload: arp }),
    dhcp,
    ...joins(source),
  ].map(padFrame);
}

/** Frames of strangers, a random choice of all that there are. */
function attempts(random: Random): Uint8Array[] {
  const own = context().hardware.baseMacAddress;
  const groups = [STREAM_MAC, '33-33-00-00-01-01', '01-80-C2-00-00-21', '01-80-C2-00-00-03', '01-80-C2-00-00-10'];
  const destinations = [BROADCAST, NEIGHBOR, ANN, own, 'CF-00-00-00-00-00', '01-00-0C-CC-CC-CC', ...groups] as const;
  const types = [EtherType.experimental, EtherType.ipv4, EtherType.arp, EtherType.eapol, EtherType.ipv6];
  const vids = [0, 1, 10, GUESTS, 30, 40, 100, 4094] as const;
  const frames: Uint8Array[] = [];
  for (const source of STRANGERS) {
    const engines = messages(source);
    frames.push(...engines, ...destinations.map((to) => plain(to, source, random.pick(types) ?? 0)));
    // Also as a neighbor, or the switch itself, would send it.
    frames.push(plain(random.pick(destinations), random.pick([NEIGHBOR, own, '01-00-5E-00-00-05'])));
    for (let count = 0; count < 16; count += 1) {
      let frame = random.chance(0.5)
        ? (random.pick(engines) ?? plain(BROADCAST, source))
        : plain(random.pick(destinations), source, random.pick(types) ?? 0);
      for (let tags = 1 + random.below(2); tags > 0; tags -= 1) {
        frame = random.chance(0.6) ? pushTag(frame, random.pick(vids)) : withService(frame, random.pick(vids));
      }
      frames.push(frame);
    }
  }
  // Probes, BPDUs and whatever else the switch has sent elsewhere come back here.
  for (const heard of [3, 4, 5]) {
    const others = (left.get(heard) ?? []).filter((frame) => macAt(frame, 6) !== ANN);
    frames.push(...others.slice(-4));
  }
  return random.some(frames, 0.8);
}

const isStrangers = (frame: Uint8Array) =>
  (STRANGERS as readonly string[]).includes(macAt(frame, 6)) || Buffer.from(frame).includes(MARK);
/** Whether it left in the guest VLAN, as a frame that came in without a tag does. */
const isOfGuest = (frame: Uint8Array) =>
  tagOf(frame)?.vid === GUESTS &&
  uint16At(frame, 16) !== EtherType.vlan &&
  uint16At(frame, 16) !== EtherType.serviceTag;

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400 && !condition(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Ways in which a station is not authenticated; each resolves when it is so. */
const histories = {
  async 'never asked'() {},
  async 'wrong password'() {
    supplicant.password = 'wrong';
    supplicant.speaks = true;
    supplicant.begin();
    await until(() => supplicant.outcome === 'failure');
    supplicant.speaks = false;
  },
  async 'half way'() {
    supplicant.cable.send(padFrame(start(ANN)));
    await settled();
  },
  async 'logged off'(random: Random) {
    await comesIn(random);
    supplicant.speaks = false;
    supplicant.cable.send(padFrame(logoff(ANN)));
    await settled();
  },
  async 'pulled the cable'(random: Random) {
    await comesIn(random);
    supplicant.speaks = false;
    supplicant.cable.setLink('down');
    await settled();
    supplicant.cable.setLink('up');
    await settled();
  },
  async initialized(random: Random) {
    await comesIn(random);
    supplicant.speaks = false;
    await configure([row('dot1xPaePortEntry', { dot1xPaePortNumber: 2, dot1xPaePortInitialize: 1 })]);
    await settled();
  },
  async 'refused again'(random: Random) {
    await comesIn(random);
    supplicant.outcome = '';
    supplicant.password = 'wrong';
    await configure([row('dot1xPaePortEntry', { dot1xPaePortNumber: 2, dot1xPaePortReauthenticate: 1 })]);
    await until(() => supplicant.outcome === 'failure');
    supplicant.speaks = false;
  },
  async 'silent again'(random: Random) {
    await comesIn(random);
    supplicant.speaks = false;
    await configure([row('dot1xPaePortEntry', { dot1xPaePortNumber: 2, dot1xPaePortReauthenticate: 1 })]);
    for (let times = 0; times < 8; times += 1) {
      agent.clock.advance(31_000);
      await settled();
    }
  },
  async 'switched off and on'(random: Random) {
    await comesIn(random);
    supplicant.speaks = false;
    await configure([row('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 2 })]);
    await settled();
    await configure([row('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 })]);
    await settled();
  },
  /** Where each station is admitted by itself. */
  async 'another is in'(random: Random) {
    await comesIn(random);
  },
  async 'changed while in'(random: Random) {
    await comesIn(random);
    await configure([row('dot1qPortVlanEntry', { dot1dBasePort: 2, dot1qPortIngressFiltering: 2 })]);
    await configure([
      row('dialInUserEntry', { dialInUserName: 'ann', dialInUserVlan: random.pick([0, 10, 30] as const) }),
    ]);
    await configure([row('dot1qVlanStaticEntry', { dot1qVlanIndex: 30, dot1qVlanStaticEgressPorts: '2,4' })]);
    supplicant.speaks = false;
    supplicant.cable.send(padFrame(logoff(ANN)));
    await settled();
  },
} satisfies Record<string, (random: Random) => Promise<void>>;

/** Ann logs in, and does all that leaves a trace. */
async function comesIn(random: Random): Promise<void> {
  supplicant.speaks = true;
  supplicant.password = 'hello there';
  supplicant.begin();
  await until(() => supplicant.outcome === 'success');
  await settled();
  const frames = [...joins(ANN), ...messages(ANN), plain(BROADCAST, ANN)];
  for (const frame of random.some(frames, 0.7)) supplicant.cable.send(random.chance(0.3) ? pushTag(frame, 10) : frame);
  await settled();
}

/** Names of what strangers left in engines and tables. */
async function traces(isAnnIn: boolean): Promise<string[]> {
  const tables = ['dot1dStp', 'ieee8021MstpCistEntry', 'lldpRemEntry', 'dot3adAggPortEntry', 'aSVDeviceEntry'];
  const lists = [
    'igsVlanMulticastGroupEntry',
    'mldsVlanMulticastGroupEntry',
    'igsVlanRouterEntry',
    'mldsVlanRouterEntry',
  ];
  const others = ['dhcpSnoopingBindingEntry', 'dot1qPortVlanEntry', 'dot1xAuthSessionStatsEntry'];
  const found: string[] = [];
  for (const object of [...tables, ...(isAnnIn ? [] : lists), ...others]) {
    const rows = await client.read(object).catch(() => []);
    for (const one of Array.isArray(rows) ? rows : [rows]) {
      const said = JSON.stringify(one).toUpperCase();
      if (STRANGERS.some((address) => said.includes(address))) found.push(`${object} ${said}`);
      // Inside of the guest VLAN, snooping works.
      if (said.includes(`VLANID":${GUESTS},`) || !lists.includes(object)) continue;
      if (/PORT(?:S|LIST)":"2[",-]/.test(said)) found.push(`${object} ${said}`);
    }
  }
  return found;
}

test(`no combination of features leads a station that is not authenticated out of the guest VLAN, seed ${seed}`, async () => {
  const names = Object.keys(surroundings);
  const found: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = new Random(seed + round * 7919);
    const chosen = random.some(names, 0.22);
    const [history, happens] = random.pick(Object.entries(histories)) ?? ['', async () => {}];
    const byStation = history === 'another is in' || random.chance(0.3);
    const hasGuests = !byStation && random.chance(0.7);
    const both = random.chance(0.8);
    const what = `round ${round}: ${history}, ${byStation ? 'MAC' : 'port'}, guest ${hasGuests}, both ${both}: ${chosen.join(', ')}`;
    await context().change(say('a test'), () => factory);
    supplicant.outcome = '';
    supplicant.speaks = false;
    const userVlan = random.pick([0, 30, 10] as const);
    expect(
      await configure([
        vlan(10, '4'),
        vlan(GUESTS, '3'),
        vlan(30, '4'),
        made('dialInUserEntry', { dialInUserName: 'ann', dialInUserPassword: 'hello there', dialInUserVlan: userVlan }),
        row('dot1xExtConfig', { dot1xAuthMethod: 2 }),
        row('dot1xPortExtEntry', {
          dot1xPaePortNumber: 2,
          dot1xPortAuthMode: byStation ? 2 : 1,
          dot1xPortGuestVlan: hasGuests ? GUESTS : 0,
          dot1xPortDynamicVlan: random.pick([1, 2] as const),
        }),
      ]),
      what,
    ).toBe('');
    const late = random.some(chosen, 0.4);
    for (const name of chosen) if (!late.includes(name)) await configure(surroundings[name] ?? []);
    const access = row('dot1xAuthConfigEntry', {
      dot1xPaePortNumber: 2,
      dot1xAuthAuthControlledPortControl: 2,
      dot1xAuthAdminControlledDirections: both ? 0 : 1,
    });
    const refused = await configure([access, row('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 })]);
    // Not everything fits together.
    if (refused !== '') continue;
    await settled();
    await happens(random);
    for (const name of late) await configure(surroundings[name] ?? []);
    if (hasGuests || random.chance(0.5)) {
      for (let times = 0; times < 5; times += 1) {
        agent.clock.advance(31_000);
        await settled();
      }
    }
    const frames = attempts(random);
    // What left while Ann was in is of no interest.
    for (const frames of left.values()) frames.length = 0;
    for (const frame of frames) {
      supplicant.cable.send(frame);
    }
    await settled();
    agent.clock.advance(3000);
    await settled();
    const ext = ((await client.read('dot1xPortExtEntry')) as unknown as Call[])[1];
    const isAnnIn = history === 'another is in';
    const inGuests = hasGuests && ext?.dot1xPortVlanSource === 2;
    const problems: string[] = [];
    const hex = (frame: Uint8Array) => Buffer.from(frame.subarray(0, 40)).toString('hex');
    for (const [port, frames] of left) {
      if (port === 6 && chosen.includes('a mirror')) continue;
      const leaked = frames.filter(isStrangers).filter((frame) => !(port === 3 && inGuests && isOfGuest(frame)));
      if (leaked.length > 0) problems.push(`leaves by port ${port}: ${leaked.map(hex).join(' ')}`);
    }
    problems.push(...(await traces(isAnnIn)));
    const current = (await client.read('dot1qVlanCurrentEntry')) as unknown as Call[];
    const own = current.filter((one) => hasPort(parsePortList(String(one.dot1qVlanCurrentEgressPorts)) ?? NO_PORTS, 2));
    const members = own.map((one) => one.dot1qVlanIndex).join();
    if (inGuests && members !== String(GUESTS)) problems.push(`member of ${members}`);
    const learned = (await context().datapath.forwardingDatabase())
      .filter(({ port, origin }) => port === 2 && origin === 'learned')
      .filter(({ fid }) => !inGuests || (fid !== GUESTS && !chosen.includes('asymmetric VLANs')));
    if (learned.length > 0 && !isAnnIn) problems.push(`learned ${JSON.stringify(learned)}`);
    // Nothing of other VLANs comes to the station, neither what floods nor what it asked for before.
    received.length = 0;
    for (const to of [BROADCAST, ...STRANGERS, ANN, STREAM_MAC, '33-33-00-00-01-01']) {
      const frame = plain(to, NEIGHBOR, EtherType.ipv4);
      for (const sent of [frame, ...[1, 10, 30, 40, 100].map((id) => pushTag(frame, id))]) cables.get(4)?.send(sent);
    }
    await settled();
    agent.clock.advance(3000);
    await settled();
    const isEapol = (frame: Uint8Array) => uint16At(frame, 12) === EtherType.eapol;
    const foreign = received.filter((frame) => (inGuests ? macAt(frame, 6) === NEIGHBOR : both && !isEapol(frame)));
    if (foreign.length > 0 && !isAnnIn) problems.push(`comes to it: ${foreign.map(hex).join(' ')}`);
    for (const frames of left.values()) frames.length = 0;
    found.push(...problems.map((problem) => `${what} [late ${late.join()}] ${problem.slice(0, 400)}`));
  }
  expect(found).toEqual([]);
});
