import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ManagementPath } from '../../datapath/datapath.ts';
import {
  dot1dStp,
  EdgeValue,
  PointToPointValue,
  PortStateValue,
} from '../../features/network/spanning-tree/objects.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import { macAt } from '../../protocols/frames/addresses.ts';
import { BRIDGE_GROUP_ADDRESS } from '../../protocols/spanning-tree/bridge-group-address.ts';
import type { AgentClient } from './agent-client.ts';
import { freshCall } from './fresh-call.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

type Params = Readonly<Record<string, unknown>>;

/** Stations are at ports 1 and 4; the link between ports 2 and 3 passes only BPDUs: spanning tree keeps 3 closed. */
let agent: TestAgent;
let client: AgentClient;
let factory: Configuration;
let path: ManagementPath | undefined;

/** Somebody else at each place: a station that moves is no matter here. */
const atPort = (port: number, clientMac: string): ManagementPath => ({ vlan: 1, port, clientMac });
const atBridge = atPort(2, '02-00-00-00-00-12');
const atTrunk = atPort(5001, '02-00-00-00-00-13');
const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;

beforeAll(async () => {
  agent = await startTestAgent({ locate: () => path });
  for (const port of [1, 4]) agent.attach(port, { ability, receive() {} });
  const isBpdu = (frame: Uint8Array) => macAt(frame, 0) === BRIDGE_GROUP_ADDRESS;
  const two = agent.attach(2, { ability, receive: (frame) => isBpdu(frame) && three.send(frame) });
  const three = agent.attach(3, { ability, receive: (frame) => isBpdu(frame) && two.send(frame) });
  client = await agent.signedIn();
  factory = context().configuration();
});

afterAll(() => agent.close());

afterEach(async () => {
  await client.set('managementGuard', { managementGuardTakeBack: 1 });
  await context().change(say('a test'), () => factory);
});

const context = () => agent.running.context;
const guard = () => client.read('managementGuard');

function batch(calls: readonly Params[], more: Params = {}) {
  return client.call('BatchPost', {
    FuncName: 'test',
    calls: calls.map((params) => ({ method: 'CommonSet', params })),
    ...more,
  });
}

/** Configures something past the guard, and gives engines the time to settle. */
async function given(calls: readonly Params[]): Promise<void> {
  path = undefined;
  if (calls.length > 0) expect((await batch(calls)).error).toMatchObject({ code: 0 });
  agent.clock.advance(40_000);
}

const trunk = (trunkMode: number, trunkMemberPorts = '1,4') => ({
  Template: 'trunkGroupEntry',
  trunkId: 1,
  trunkMode,
  trunkMemberPorts,
});
const tree = (more: Params = {}) => ({ Template: 'dot1dStp', stpGlobalStatus: 1, ...more });
const treePort = (dot1dStpPort: number, more: Params) => ({ Template: 'dot1dStpPortEntry', dot1dStpPort, ...more });
const rapidPort = (dot1dStpPort: number, more: Params) => ({
  Template: 'dot1dStpExtPortEntry',
  dot1dStpPort,
  ...more,
});
const rate = (more: Params) => ({ Template: 'rateCtrlEntry', rateCtrlIndex: 1, ...more });
const queues = { Template: 'dot1dTrafficClassesEnabled', dot1dTrafficClassesEnabled: 1 };
const queueOfPriority = (dot1dTrafficClassPriority: number, dot1dTrafficClass: number) => ({
  Template: 'dot1dTrafficClassEntry',
  dot1dTrafficClassPriority,
  dot1dTrafficClass,
});
/** What has no priority, the answers of the switch with it, goes before everything else. */
const first = [queues, ...[1, 2, 3, 4, 5, 6, 7].map((priority) => queueOfPriority(priority, 2))];
const untagged = (dot1dBasePort: number, dot1dPortDefaultUserPriority: number) => ({
  Template: 'dot1dPortPriorityEntry',
  dot1dBasePort,
  dot1dPortDefaultUserPriority,
});
const codePoints = { Template: 'qosDscpConfig', qosDscpStatus: 1 };
const queueOfCodePoint = (qosDscpValue: number, qosDscpQueue: number) => ({
  Template: 'qosDscpMapEntry',
  qosDscpValue,
  qosDscpQueue,
});
/** The answers of the switch, which have no DSCP, before all other packets. */
const firstCodePoint = [...Array.from({ length: 63 }, (_, at) => queueOfCodePoint(at + 1, 2)), codePoints];
const algorithm = (qosSchedAlgorithm: number) => ({ Template: 'qosSchedConfig', qosSchedAlgorithm });
const weight = (qosSchedQueue: number, qosSchedWeight: number) => ({
  Template: 'qosSchedQueueEntry',
  qosSchedQueue,
  qosSchedWeight,
});
const sending = (megabits: number) =>
  rate({ rateCtrlEgressStatus: 1, rateCtrlEgressRate: Math.ceil((megabits * 1000) / 64) });
const vlan20 = {
  Template: 'dot1qVlanStaticEntry',
  RowStatus: 4,
  dot1qVlanIndex: 20,
  dot1qVlanStaticEgressPorts: '3',
};
const protocol = (value: string) => ({
  Template: 'dot1vProtocolGroupEntry',
  RowStatus: 4,
  dot1vProtocolTemplateFrameType: 1,
  dot1vProtocolTemplateProtocolValue: value,
  dot1vProtocolGroupId: 1,
});
const protocolAtPort = (port: number) => ({
  Template: 'dot1vProtocolPortEntry',
  RowStatus: 4,
  dot1dBasePort: port,
  dot1vProtocolPortGroupId: 1,
  dot1vProtocolPortGroupVid: 20,
});
const voice = [
  vlan20,
  { Template: 'voiceVlan', voiceVlanStatus: 1, voiceVlanId: 20 },
  { Template: 'voiceVlanPortEntry', ifIndex: 1, voiceVlanPortAuto: 1 },
];
const oui = (prefix: string) => ({
  Template: 'voiceVlanOuiEntry',
  RowStatus: 4,
  voiceVlanOuiAddress: `${prefix}-00-00-00`,
});
const loops = (port: number) => [
  { Template: 'sysLBD', sysLBDStateEnable: 1 },
  { Template: 'sysLBDCtrlEntry', sysLBDCtrlIndex: port, sysLBDPortStatus: 1 },
];

const secured = (portSecPort: number, more: Params = {}) => ({
  Template: 'portSecPortEntry',
  portSecPort,
  portSecState: 1,
  ...more,
});
const secureAddress = (portSecAddrPort: number, portSecAddrMac: string) => ({
  Template: 'portSecAddrEntry',
  RowStatus: 4,
  portSecAddrPort,
  portSecAddrVlan: 1,
  portSecAddrMac,
});
const profile = (aclProfileId: number, more: Params) => ({
  Template: 'aclProfileEntry',
  RowStatus: 4,
  aclProfileId,
  ...more,
});
const accessRule = (aclProfileId: number, more: Params) => ({
  Template: 'aclRuleEntry',
  RowStatus: 4,
  aclProfileId,
  aclRuleId: 1,
  aclRulePorts: '1',
  ...more,
});
const bySource = (aclProfileId: number) => profile(aclProfileId, { aclProfileSrcMacMask: 'FF-FF-FF-FF-FF-FF' });
const mine = (more: Params = {}) => accessRule(1, { aclRuleSrcMac: ADMINISTRATOR.clientMac, ...more });
const everybodyElse = [
  profile(2, { aclProfileSrcMacMask: '01-00-00-00-00-00' }),
  accessRule(2, { aclRuleSrcMac: '00-00-00-00-00-00', aclRuleAction: 2 }),
];
const segments = { aclProfileType: 2, aclProfileProtocol: 4 };

const DENIED = /Rule 1 of profile \d would drop the frames of this session\.$/;
const NOT_LET_IN = /Port 1 would not accept 02-00-00-00-00-01: port security\.$/;
const DISCARDS = /^This change would .* Port \d+ would not forward .*: its spanning-tree instance discards\.$/;
const MAY_DISCARD =
  /^This change might .* In the worst case: Port 2 would not forward .*: its spanning-tree instance discards\.$/;
const STARVES =
  /^This change might .* Answers to this session would leave port 1 only while the queues above queue \d are empty\.$/;
const NOT_ADMITTED = /Port 1 would not accept this session's frames in VLAN 1\.$/;

interface Attempt {
  readonly given?: readonly Params[];
  readonly from?: ManagementPath;
  readonly change: readonly Params[];
  readonly asks: RegExp;
}

const asked: Readonly<Record<string, Attempt>> = {
  'spanning tree is switched on': { change: [tree()], asks: DISCARDS },
  'its port begins to take part in spanning tree': {
    given: [tree(), treePort(1, { dot1dStpPortEnable: 2 })],
    change: [treePort(1, { dot1dStpPortEnable: 1 })],
    asks: DISCARDS,
  },
  'spanning tree begins anew with another protocol': {
    given: [tree()],
    change: [tree({ dot1dStpVersion: 3 })],
    asks: DISCARDS,
  },
  'its VLAN goes into another tree': {
    given: [tree({ dot1dStpVersion: 3 })],
    change: [{ Template: 'ieee8021MstpVlanV2Entry', RowStatus: 4, ieee8021MstpId: 1, mstVlanList: '1' }],
    asks: DISCARDS,
  },
  'the priority of the bridge changes, where a bridge is behind its port': {
    given: [tree()],
    from: atBridge,
    change: [tree({ dot1dStpPriority: 61_440 })],
    asks: MAY_DISCARD,
  },
  'the cost of a link changes, where a bridge is behind its port': {
    given: [tree()],
    from: atBridge,
    change: [rapidPort(3, { dot1dStpPortAdminPathCost: 5 })],
    asks: MAY_DISCARD,
  },
  'the priority of a link changes, where a bridge is behind its port': {
    given: [tree()],
    from: atBridge,
    change: [treePort(3, { dot1dStpPortPriority: 0 })],
    asks: MAY_DISCARD,
  },
  'messages reach fewer bridges than before, where one is behind its port': {
    given: [tree()],
    from: atBridge,
    change: [tree({ dot1dStpBridgeMaxAge: 19 })],
    asks: MAY_DISCARD,
  },
  'messages come more rarely than a bridge may expect, where one is behind its port': {
    given: [tree()],
    from: atBridge,
    change: [tree({ dot1dStpBridgeHelloTime: 3 })],
    asks: MAY_DISCARD,
  },
  'messages of a region reach fewer bridges than before, where one is behind its port': {
    given: [tree({ dot1dStpVersion: 3 })],
    from: atBridge,
    change: [tree({ dot1dStpVersion: 3, ieee8021MstpCistMaxHops: 19 })],
    asks: MAY_DISCARD,
  },
  'the tree changes, and its port is to be at the edge no more': {
    given: [tree()],
    change: [tree({ dot1dStpPriority: 61_440 }), rapidPort(1, { dot1dStpPortAdminEdgePort: EdgeValue.no })],
    asks: /^This change might .* In the worst case: Port 1 would not forward .*: its spanning-tree instance discards\.$/,
  },
  'another link leaves the tree, where a bridge is behind its port': {
    given: [tree()],
    from: atBridge,
    change: [treePort(3, { dot1dStpPortEnable: 2 })],
    asks: MAY_DISCARD,
  },
  'its trunk is not in use any more': {
    given: [trunk(1)],
    from: atTrunk,
    change: [trunk(0)],
    asks: /Port 1 would leave trunk 1, which this session uses\.$/,
  },
  'its trunk loses its last member': {
    given: [trunk(1, '1')],
    from: atTrunk,
    change: [trunk(1, '')],
    asks: /Port 1 would leave trunk 1/,
  },
  'its trunk loses one of two members': {
    given: [trunk(1)],
    from: atTrunk,
    change: [trunk(1, '1')],
    asks: /Port 4 would leave trunk 1/,
  },
  'a member of its trunk, and with it the others, is disabled': {
    given: [trunk(1)],
    from: atTrunk,
    change: [{ Template: 'ifEntry', ifIndex: 4, ifAdminStatus: 2 }],
    asks: /Port 1 would be disabled\.$/,
  },
  'its trunk begins to need a partner': {
    given: [trunk(1)],
    from: atTrunk,
    change: [trunk(2)],
    asks: /Trunk 1 would not carry the frames of this session\.$/,
  },
  'its trunk ceases to talk with its partner': {
    given: [trunk(2)],
    from: atTrunk,
    change: [trunk(1)],
    asks: /The partner of trunk 1, which this session uses, may no longer agree\.$/,
  },
  'its port becomes a trunk that needs a partner': {
    change: [trunk(2, '1')],
    asks: /Trunk 1 would not carry the frames of this session\.$/,
  },
  'its port may be found at a loop': {
    change: loops(1),
    asks: /^This change might .* In the worst case: Port 1 would be blocked in VLAN 1\.$/,
  },
  'its port is to take in less than 512 kbit/s': {
    change: [rate({ rateCtrlIngressStatus: 1, rateCtrlIngressRate: 7 })],
    asks: /Port 1 of this session would carry only 448 kbit\/s\.$/,
  },
  'a member of its trunk is to send out less than 512 kbit/s': {
    given: [trunk(1)],
    from: atTrunk,
    change: [rate({ rateCtrlIndex: 4, rateCtrlEgressStatus: 1, rateCtrlEgressRate: 1 })],
    asks: /would carry only 64 kbit\/s\.$/,
  },
  'queues come in which others go before it': { change: [queues], asks: STARVES },
  'one priority is to go before it': { given: first, change: [queueOfPriority(7, 3)], asks: STARVES },
  'its own answers are to wait behind others': { given: first, change: [queueOfPriority(0, 1)], asks: STARVES },
  'a DSCP is to go before it': {
    given: [...first, ...firstCodePoint],
    change: [queueOfCodePoint(46, 3)],
    asks: STARVES,
  },
  'DSCPs begin to count, most of which go before it': { given: first, change: [codePoints], asks: STARVES },
  'a traffic class is to go before it': {
    given: first,
    change: [{ Template: 'qosIpv6TcEntry', RowStatus: 4, qosIpv6TcValue: 184, qosIpv6TcQueue: 7 }],
    asks: STARVES,
  },
  'queues are emptied strictly again': {
    given: [queues, algorithm(2)],
    change: [algorithm(1)],
    asks: STARVES,
  },
  'what comes in at another port is to go before it': {
    given: [...first, queueOfPriority(0, 3), queueOfPriority(7, 4), untagged(1, 7)],
    change: [untagged(3, 7)],
    asks: STARVES,
  },
  'a weight leaves it next to nothing of the rate of its port': {
    given: [queues, algorithm(2), sending(8)],
    change: [weight(2, 1)],
    asks: /^This change might .* If port 1 is congested, answers to this session would get 31 kbit\/s of it\.$/,
  },
  'its port is to send less, of which its weight leaves it next to nothing': {
    given: [queues, algorithm(2)],
    change: [sending(8)],
    asks: /would have 125 kbit\/s of it\.$/,
  },
  'a weight leaves it next to nothing of a slow link': {
    given: [queues, algorithm(2), { Template: 'portCtrlEntry', ifIndex: 1, portMode: 5 }],
    change: [weight(2, 1)],
    asks: /would have 39 kbit\/s of it\.$/,
  },
  'its station goes into another VLAN by its MAC address': {
    given: [vlan20],
    change: [{ Template: 'macVlanEntry', RowStatus: 4, macVlanAddress: ADMINISTRATOR.clientMac, macVlanId: 20 }],
    asks: NOT_ADMITTED,
  },
  'IP of its port goes into another VLAN': {
    given: [vlan20, protocol('0800')],
    change: [protocolAtPort(1)],
    asks: NOT_ADMITTED,
  },
  'ARP of its port goes into another VLAN': {
    given: [vlan20, protocol('0806')],
    change: [protocolAtPort(1)],
    asks: NOT_ADMITTED,
  },
  'a rule denies its port everything': { change: everybodyElse, asks: DENIED },
  'a rule denies everything to another member of its trunk': {
    given: [trunk(1)],
    from: atTrunk,
    change: [everybodyElse[0] ?? {}, { ...everybodyElse[1], aclRulePorts: '4' }],
    asks: DENIED,
  },
  'the rule that lets it pass is to end by itself': {
    given: [bySource(1), mine(), ...everybodyElse],
    change: [{ Template: 'aclRuleEntry', aclProfileId: 1, aclRuleId: 1, aclRuleTimeout: 60 }],
    asks: /^This change might .* In the worst case: Rule 1 of profile 2 would drop the frames of this session\.$/,
  },
  'the rule that lets it pass is deleted': {
    given: [bySource(1), mine(), ...everybodyElse],
    change: [mine({ RowStatus: 6 })],
    asks: DENIED,
  },
  'the profile that denies it everything changes places with that which lets it pass': {
    given: [bySource(1), mine(), ...everybodyElse],
    change: [
      { Template: 'aclProfileEntry', aclProfileId: 1, aclProfilePlace: 2 },
      { Template: 'aclProfileEntry', aclProfileId: 2, aclProfilePlace: 1 },
    ],
    asks: DENIED,
  },
  'a rule denies new connections, but not the present one': {
    change: [
      profile(1, { ...segments, aclProfileTcpFlagMask: 18 }),
      accessRule(1, { aclRuleTcpFlags: 2, aclRuleAction: 2 }),
    ],
    asks: /^This change might .* In the worst case: Rule 1 of profile 1/,
  },
  'a rule denies packets by their content': {
    change: [
      profile(1, {
        aclProfileType: 4,
        aclProfileChunk1Base: 2,
        aclProfileChunk1Offset: 8,
        aclProfileChunk1Mask: 'FF000000',
      }),
      accessRule(1, { aclRuleChunk1: '40000000', aclRuleAction: 2 }),
    ],
    asks: /^This change might .* In the worst case: Rule 1 of profile 1/,
  },
  'a rule denies the answers to what the switch asks by ARP': {
    change: [profile(1, { aclProfileUseEtherType: 1 }), accessRule(1, { aclRuleEtherType: '0806', aclRuleAction: 2 })],
    asks: DENIED,
  },
  'a rule holds it to a trickle': {
    change: [bySource(1), mine({ aclRuleRateLimit: 1 })],
    asks: /Rule 1 of profile 1 would limit the frames of this session to 64 kbit\/s\.$/,
  },
  'its port is to let in nobody': { change: [secured(1, { portSecMaxAddr: 0 })], asks: NOT_LET_IN },
  'its port is secured, where the switch lets in no more stations': {
    given: [
      secured(4),
      secureAddress(4, '02-00-00-00-00-77'),
      { Template: 'portSecGlobal', portSecSysNoLimit: 2, portSecSysMaxAddr: 1 },
    ],
    change: [secured(1)],
    asks: NOT_LET_IN,
  },
  'its port is secured, where its station belongs to another one': {
    given: [secured(4), secureAddress(4, ADMINISTRATOR.clientMac)],
    from: atPort(1, ADMINISTRATOR.clientMac),
    change: [secured(1)],
    asks: /./,
  },
  'its port is to be closed by a foreign station': {
    change: [secured(1, { portSecViolation: 3 })],
    asks: /^This change might .* In the worst case: Port 1 would be blocked in VLAN 1\.$/,
  },
  'frames to its station are to be dropped': {
    change: [{ Template: 'dot1dStaticEntry', RowStatus: 4, dot1dStaticAddress: ADMINISTRATOR.clientMac }],
    asks: /Frames to 02-00-00-00-00-01 would no longer be forwarded\.$/,
  },
  'its station is taken for a phone': {
    given: voice,
    change: [oui(ADMINISTRATOR.clientMac.slice(0, 8))],
    asks: NOT_ADMITTED,
  },
};

const passed: Readonly<Record<string, Omit<Attempt, 'asks'>>> = {
  'spanning tree, where its port is at the edge': {
    given: [rapidPort(1, { dot1dStpPortAdminEdgePort: 1 })],
    change: [tree()],
  },
  'priorities and costs of trees, where its port was found at the edge': {
    given: [tree()],
    change: [tree({ dot1dStpPriority: 61_440 }), rapidPort(1, { dot1dStpPortAdminPathCost: 5 })],
  },
  'what no tree is worked out from': {
    given: [tree()],
    from: atBridge,
    change: [tree({ dot1dStpTxHoldCount: 7 }), rapidPort(4, { dot1dStpPortAdminPathCost: 5 })],
  },
  'timers that close no port, and what its port is to be': {
    given: [tree()],
    from: atBridge,
    change: [
      tree({
        dot1dStpBridgeForwardDelay: 30,
        dot1dStpBridgeMaxAge: 40,
        dot1dStpBridgeHelloTime: 1,
        ieee8021MstpCistMaxHops: 6,
      }),
      rapidPort(2, {
        dot1dStpPortAdminPointToPoint: PointToPointValue.forceFalse,
        dot1dStpPortAdminEdgePort: EdgeValue.no,
      }),
    ],
  },
  'port security that has room for its station': { change: [secured(1, { portSecMaxAddr: 1, portSecViolation: 2 })] },
  'rules of other services, and of other ports': {
    change: [
      profile(1, { ...segments, aclProfileDstPortMask: 'FFFF' }),
      accessRule(1, { aclRuleDstPort: 23, aclRuleAction: 2 }),
      everybodyElse[0] ?? {},
      { ...everybodyElse[1], aclRulePorts: '2-3' },
    ],
  },
  'the shapes of attacks, all of them': {
    change: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((dosType) => ({ Template: 'dosTypeEntry', dosType, dosState: 1 })),
  },
  'other trunks': { given: [trunk(1)], from: atTrunk, change: [{ ...trunk(2, '5,6'), trunkId: 2 }] },
  'time-outs of its trunk': { given: [trunk(2)], from: atTrunk, change: [{ ...trunk(2), lacpTimeout: 1 }] },
  'loop detection at other ports, and more of it at its own': {
    given: loops(1),
    change: [...loops(4), { Template: 'sysLBD', sysLBDInterval: 20 }],
  },
  'rates that a session gets through by': { change: [rate({ rateCtrlIngressStatus: 1, rateCtrlIngressRate: 8 })] },
  // 64 broadcasts a second are many more than its questions for addresses; less cannot be set.
  'the lowest threshold of storms at its port': {
    change: [
      {
        Template: 'stormCtrlEntry',
        ifIndex: 1,
        stormCtrlDlf: 1,
        stormCtrlBroadcast: 1,
        stormCtrlMulticast: 1,
        stormCtrlThreshold: 1,
      },
    ],
  },
  'queues that nothing goes before it in': { given: first.slice(1), change: [queues] },
  'queues by weight, and weights that leave it enough': {
    given: [algorithm(2), sending(100)],
    change: [queues, weight(7, 100)],
  },
  'queues of what goes before it all the same, or goes behind it': {
    given: [queues],
    change: [queueOfPriority(5, 7), queueOfPriority(1, 1), untagged(1, 5)],
  },
  'weights instead of strict priority, and one queue': { given: [queues], change: [algorithm(2)] },
  'one queue for all': { given: [queues], change: [{ ...queues, dot1dTrafficClassesEnabled: 2 }] },
  'DSCPs that go behind it': { given: [...first, ...firstCodePoint.slice(0, -1)], change: [codePoints] },
  'classes of other stations and protocols': {
    given: [...voice, protocol('0806')],
    change: [
      { Template: 'macVlanEntry', RowStatus: 4, macVlanAddress: '02-00-00-00-00-77', macVlanId: 20 },
      protocolAtPort(4),
      oui('02-AA-BB'),
    ],
  },
  'LLDP, GVRP and the filtering of groups': {
    change: [
      { Template: 'lldpConfiguration', lldpStatus: 2 },
      { Template: 'gvrpGlobal', dot1qGvrpStatus: 1 },
      { Template: 'multicastFilterEntry', dot1qVlanIndex: 1, multicastFilterMode: 3 },
    ],
  },
};

describe('a session is asked about a change where', () => {
  test.each(Object.entries(asked))('%s', async (_where, { given: before = [], from = ADMINISTRATOR, change, asks }) => {
    await given(before);
    path = from;
    const { error } = await batch(change);
    expect(error).toMatchObject({ code: 8710, message: asks });
  });
});

describe('a session is asked nothing about', () => {
  test.each(Object.entries(passed))('%s', async (_what, { given: before = [], from = ADMINISTRATOR, change }) => {
    await given(before);
    path = from;
    const { error } = await batch(change);
    expect(error).toMatchObject({ code: 0, message: '' });
  });
});

describe('a forced change of the spanning tree', () => {
  /** The port of the bridge behind port 2 that leads on is closed, and the other one opened. */
  const swap = [treePort(3, { dot1dStpPortPriority: 0 })];
  const portState = async (port: number) => {
    const [row] = Object(await client.read('dot1dStpPortEntry', { dot1dStpPort: port }));
    return row.dot1dStpPortState;
  };
  const call = () => freshCall(client, 'CommonGet', { Template: 'sysConfig' });

  test('is taken back where the port of the session stays closed', async () => {
    await given([tree()]);
    expect(await portState(2)).toBe(PortStateValue.forwarding);
    path = atBridge;
    expect((await batch(swap, { Force: 1 })).error.code).toBe(0);
    agent.clock.advance(31_000);
    expect(await portState(2)).toBe(PortStateValue.blocking);
    await call();
    expect(await guard()).toMatchObject({ managementGuardState: 2 });
    agent.clock.advance(29_000);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
    agent.clock.advance(31_000);
    expect(await portState(2)).toBe(PortStateValue.forwarding);
  });

  test('is confirmed as soon as the port of the session is open, and not before', async () => {
    await given([]);
    path = ADMINISTRATOR;
    expect((await batch([tree()], { Force: 1 })).error.code).toBe(0);
    await call();
    expect(await guard()).toMatchObject({ managementGuardState: 2 });
    agent.clock.advance(3_500);
    await call();
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
    agent.clock.advance(60_000);
    expect(context().configuration().group(dot1dStp).stpGlobalStatus).toBe(1);
  });
});

describe('forced queues that others go before a session in', () => {
  const inForce = () => agent.plans.at(-1)?.queueing?.priorities;

  test('are gone a minute later', async () => {
    await given([]);
    path = ADMINISTRATOR;
    expect((await batch([queues], { Force: 1 })).error.code).toBe(0);
    expect(inForce()).toEqual([2, 0, 1, 3, 4, 5, 6, 7]);
    agent.clock.advance(60_000);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
    expect(inForce()).toBeUndefined();
  });

  test('stay where the session gets an answer by a new connection', async () => {
    await given([]);
    path = ADMINISTRATOR;
    expect((await batch([queues], { Force: 1 })).error.code).toBe(0);
    await freshCall(client, 'CommonGet', { Template: 'sysConfig' });
    expect(await guard()).toMatchObject({ managementGuardState: 1 });
    agent.clock.advance(60_000);
    expect(inForce()).toBeDefined();
  });
});
