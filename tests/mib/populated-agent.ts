import { vi } from 'vitest';
import type { Values } from '../../model/wire/call.ts';
import { ChassisIdSubtype, PortIdSubtype, textIdentifier } from '../../protocols/lldp/identifier.ts';
import { type LldpInformation, SystemCapability } from '../../protocols/lldp/information.ts';
import { neighbourFrame } from '../../protocols/lldp/testing.ts';
import { integer, TestManager } from '../../protocols/snmp/testing.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../agent/test-agent.ts';

/** A row, or a group, of each kind that managers look for, so that every table of a standard has something in it. */
const settings: readonly (readonly [template: string, values: Values])[] = [
  [
    'dot1qVlanStaticEntry',
    { dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras', dot1qVlanStaticEgressPorts: '2', RowStatus: 4 },
  ],
  [
    'dot1qStaticUnicastEntry',
    {
      dot1qVlanIndex: 1,
      dot1qStaticUnicastAddress: '02-00-00-00-77-01',
      dot1qStaticUnicastAllowedToGoTo: 2,
      RowStatus: 4,
    },
  ],
  [
    'dot1qStaticMulticastEntry',
    {
      dot1qVlanIndex: 1,
      dot1qStaticMulticastAddress: '01-00-5E-01-02-03',
      dot1qStaticMulticastStaticEgressPorts: '2',
      RowStatus: 4,
    },
  ],
  ['dot1dStaticEntry', { dot1dStaticAddress: '02-00-00-00-77-02', RowStatus: 4 }],
  [
    'dot1vProtocolGroupEntry',
    {
      dot1vProtocolTemplateFrameType: 1,
      dot1vProtocolTemplateProtocolValue: '0805',
      dot1vProtocolGroupId: 1,
      RowStatus: 4,
    },
  ],
  [
    'dot1vProtocolPortEntry',
    { dot1dBasePort: 2, dot1vProtocolPortGroupId: 1, dot1vProtocolPortGroupVid: 20, RowStatus: 4 },
  ],
  ['rmonCtrl', { rmonGlobalState: 1 }],
  ['voiceVlan', { voiceVlanId: 20, voiceVlanStatus: 1 }],
  ['voiceVlanPortEntry', { ifIndex: 4, voiceVlanPortAuto: 1 }],
  [
    'lldpXMedPortConfigEntry',
    { lldpPortConfigPortNum: 4, lldpXMedCapabilitiesTxEnable: 1, lldpXMedNetworkPolicyTxEnable: 1 },
  ],
  [
    'lldpXdot1ConfigPortVlanEntry',
    {
      lldpPortConfigPortNum: 2,
      lldpXdot1ConfigVlanNameTxEnable: 1,
      lldpXdot1ConfigVlanNameList: '20',
      lldpXdot1ConfigProtoVlanTxEnable: 1,
      lldpXdot1ConfigProtoVlanList: '30',
    },
  ],
  ['gvrpGlobal', { dot1qGvrpStatus: 1 }],
  ['trunkGroupEntry', { trunkId: 1, trunkMode: 2, trunkMemberPorts: '21-22' }],
  [
    'ipStaticRouteEntry',
    {
      inetCidrRouteDest: '10.9.0.0',
      inetCidrRoutePfxLen: 16,
      inetCidrRouteNextHop: '192.168.10.9',
      RowStatus: 4,
    },
  ],
  [
    'ipArpStaticEntry',
    {
      ipNetToPhysicalIfIndex: 10_001,
      ipNetToPhysicalNetAddress: '192.168.10.77',
      ipNetToPhysicalPhysAddress: '02-00-00-00-77-03',
      RowStatus: 4,
    },
  ],
  ['ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_001, ipIfVlanId: 1, RowStatus: 4 }],
  ['etherStatsEntry', { etherStatsIndex: 1, etherStatsDataSource: 1, RowStatus: 4 }],
  [
    'historyControlEntry',
    { historyControlIndex: 1, historyControlDataSource: 1, historyControlInterval: 1, RowStatus: 4 },
  ],
  ['eventEntry', { eventIndex: 1, eventType: 2, RowStatus: 4 }],
  [
    'alarmEntry',
    {
      alarmIndex: 1,
      alarmInterval: 1,
      alarmRisingThreshold: 9,
      alarmFallingThreshold: 5,
      alarmRisingEventIndex: 1,
      alarmFallingEventIndex: 1,
      RowStatus: 4,
    },
  ],
  [
    'radiusServerEntry',
    {
      radiusServerPriority: 1,
      radiusServerAddress: '192.0.2.9',
      radiusServerKey: 'secret',
      radiusServerAccounting: 1,
      RowStatus: 4,
    },
  ],
  ['dot1xExtConfig', { dot1xAuthMethod: 2 }],
  ['dot1xAuthConfigEntry', { dot1xPaePortNumber: 3, dot1xAuthAuthControlledPortControl: 2 }],
  ['dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 }],
  [
    'usmUserEntry',
    {
      usmUserEngineID: '',
      usmUserName: 'reader',
      vacmGroupName: 'initial',
      usmUserAuthPassword: 'correct-horse',
      usmUserPrivPassword: 'battery-staple',
      RowStatus: 4,
    },
  ],
  [
    'snmpCommunityEntry',
    { snmpCommunityIndex: '1', snmpCommunityName: 'writes', snmpCommunitySecurityName: 'ReadWrite', RowStatus: 4 },
  ],
  [
    'snmpTargetAddrEntry',
    {
      snmpTargetAddrName: 'station',
      snmpTargetAddrTAddress: '192.168.10.2',
      snmpTargetParamsSecurityName: '1',
      RowStatus: 4,
    },
  ],
  ['snmpAgentCtrl', { snmpAgentState: 1 }],
];

/** The unused port of that office, and what is received there: neighbors by addresses, with all TLVs. */
const FREE_PORT = 6;
const everything: Partial<LldpInformation> = {
  capabilities: { supported: 0xff, enabled: SystemCapability.bridge | SystemCapability.router },
  managementAddresses: [
    {
      family: 1,
      octets: Uint8Array.of(192, 0, 2, 9),
      numbering: 2,
      interfaceNumber: 7,
      objectIdentifier: Uint8Array.of(),
    },
    {
      family: 6,
      octets: Uint8Array.of(2, 0, 0, 0, 0x99, 1),
      numbering: 1,
      interfaceNumber: 0,
      objectIdentifier: Uint8Array.of(),
    },
  ],
  portVlan: 20,
  protocolVlans: [{ supported: true, enabled: false, vlan: 30 }],
  vlanNames: [{ vlan: 20, name: 'cameras' }],
  protocols: [Uint8Array.of(0x88, 0x8e, 0x01)],
  macPhy: { negotiationSupported: true, negotiationEnabled: false, advertised: 0x6c01, mauType: 30 },
  power: { sourcing: true, supported: true, enabled: true, pairsControllable: false, pairs: 1, powerClass: 3 },
  aggregation: { capable: true, aggregated: true, port: 7 },
  maximumFrame: 1522,
};
const neighbours = [
  neighbourFrame('by its address', {
    ...everything,
    chassisId: { subtype: ChassisIdSubtype.macAddress, octets: Uint8Array.of(2, 0, 0, 0, 0x99, 1) },
    portId: { subtype: PortIdSubtype.macAddress, octets: Uint8Array.of(2, 0, 0, 0, 0x99, 2) },
  }),
  neighbourFrame('by its network address', {
    ...everything,
    chassisId: { subtype: ChassisIdSubtype.networkAddress, octets: Uint8Array.of(1, 192, 0, 2, 9) },
    portId: textIdentifier(PortIdSubtype.interfaceName, 'eth7'),
  }),
];

/** The test "t" of the owner "m", which pings the recorder; resolves once there is a reply. */
async function ping(agent: TestAgent, manager: TestManager): Promise<void> {
  const [control, results] = ['1.3.6.1.2.1.80.1.2.1', '1.3.6.1.2.1.80.1.3.1'];
  const name = '1.109.1.116';
  await manager.set({
    [`${control}.3.${name}`]: integer(1),
    [`${control}.4.${name}`]: { type: 'OctetString', value: Uint8Array.of(192, 168, 10, 240) },
    [`${control}.7.${name}`]: { type: 'Unsigned32', value: 1 },
    [`${control}.8.${name}`]: integer(1),
    [`${control}.23.${name}`]: integer(4),
  });
  for (let replies = 0; replies === 0; ) {
    agent.clock.advance(100);
    const [read] = await manager.get(`${results}.7.${name}`);
    if (!read || !('value' in read)) throw new Error('the ping was not started');
    replies = Number(read.value);
  }
}

/** A switch in an office, with something in every table, its client, and a manager who reads and sets everything. */
export interface PopulatedAgent {
  readonly agent: TestAgent;
  readonly client: AgentClient;
  readonly manager: TestManager;
}

/** For tests: starts one. It has run long enough to have learned its neighbors. */
export async function startPopulatedAgent(): Promise<PopulatedAgent> {
  const agent = await startTestAgent({ scenario: 'office', model: 'TPE-2840WS' });
  const client = await agent.signedIn();
  for (const [template, values] of settings) {
    const { error } = await client.set(template, values);
    if (error.message) throw new Error(`${template}: ${error.message}`);
  }
  const port = await vi.waitFor(async () => {
    const listening = /:(\d+)$/.exec(String(Object(await client.read('snmpAgentCtrl')).snmpListening));
    if (!listening) throw new Error('SNMP does not listen yet');
    return Number(listening[1]);
  });
  const cable = agent.attach(FREE_PORT, {
    ability: { speeds: [1000], duplex: 'full', negotiates: true },
    receive: () => undefined,
  });
  const has = async (template: string, count: number) =>
    vi.waitFor(async () => {
      agent.clock.advance(1000);
      for (const frame of neighbours) cable.send(frame);
      const rows = await client.read(template);
      if (!Array.isArray(rows) || rows.length < count) throw new Error(`${template} is not full yet`);
    });
  await has('lldpRemEntry', neighbours.length + 1);
  await has('etherHistoryEntry', 1);
  await has('logEntry', 1);
  const manager = new TestManager(port, 'writes');
  await ping(agent, manager);
  return { agent, client, manager };
}
