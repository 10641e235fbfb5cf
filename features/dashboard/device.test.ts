import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';
import { trafficSamples } from './objects.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterAll(() => agent.close());

describe('the states of the features', () => {
  it('follow what is set on their pages', async () => {
    const before = {
      stpState: 2,
      lbdState: 2,
      trunkState: 2,
      igmpSnoopingState: 2,
      mldSnoopingState: 2,
      multicastVlanState: 2,
      mirrorState: 2,
      dhcpClientState: 2,
      ipv6State: 1,
      sntpState: 2,
      dnsState: 1,
      stormState: 2,
      rateLimitState: 2,
      voiceVlanState: 2,
      remoteLogState: 2,
      snmpState: 2,
      ipAccessState: 2,
      rmonState: 2,
      httpsState: 1,
      sshState: 2,
      telnetState: 2,
      eeeState: 2,
      portSecurityState: 2,
      denialOfServiceState: 2,
      autoConfigurationState: 2,
      watchdogState: 2,
      portAccessState: 2,
      lldpState: 1,
      gvrpState: 2,
      dhcpSnoopingState: 2,
      qosState: 2,
      arpInspectionState: 2,
      destinationFilterState: 2,
      aclState: 2,
      surveillanceState: 2,
    };
    expect(await client.read('sysFeatureState')).toEqual(before);
    await client.set('sysLBD', { sysLBDStateEnable: 1 });
    await client.set('igsCtrl', { igsStatus: 1 });
    await client.set('dot1dStaticEntry', { RowStatus: 4, dot1dStaticAddress: '00-11-22-33-44-55' });
    await client.set('aclProfileEntry', { RowStatus: 4, aclProfileId: 1, aclProfileUseEtherType: 1 });
    await client.set('aclRuleEntry', {
      ...{ RowStatus: 4, aclProfileId: 1, aclRuleId: 1, aclRuleEtherType: '88B5', aclRulePorts: '2' },
    });
    await client.set('multicastVlanCtrl', { multicastVlanStatus: 1 });
    await client.set('mirrorSessionEntry', {
      mirrorSessionId: 1,
      mirrorSessionStatus: 1,
      mirrorTargetPort: 5,
      mirrorIngressPorts: '6',
    });
    await client.set('trunkGroupEntry', { trunkId: 1, trunkMode: 1, trunkMemberPorts: '7,8' });
    await client.set('dnsResolverCtrl', { dnsResolverState: 2 });
    await client.set('sysTimeSntpServerEntry', { sysTimeSntpServerIndex: 1, sysTimeSntpServer: '192.168.10.9' });
    await client.set('sysTimeCtrl', { sysTimeSource: 1 });
    await client.set('stormCtrlEntry', { ifIndex: 4, stormCtrlBroadcast: 1 });
    await client.set('rateCtrlEntry', { rateCtrlIndex: 4, rateCtrlEgressStatus: 1 });
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 2, RowStatus: 4 });
    await client.set('voiceVlan', { voiceVlanStatus: 1 });
    await client.set('syslogCtrl', { syslogState: 1 });
    await client.set('ipv6Ctrl', { ipv6GlobalState: 2 });
    const after = {
      stpState: 2,
      lbdState: 1,
      trunkState: 1,
      igmpSnoopingState: 1,
      mldSnoopingState: 2,
      multicastVlanState: 1,
      mirrorState: 1,
      dhcpClientState: 2,
      ipv6State: 2,
      sntpState: 1,
      dnsState: 2,
      stormState: 1,
      rateLimitState: 1,
      voiceVlanState: 1,
      remoteLogState: 1,
      snmpState: 2,
      ipAccessState: 2,
      rmonState: 2,
      httpsState: 1,
      sshState: 2,
      telnetState: 2,
      eeeState: 2,
      portSecurityState: 2,
      denialOfServiceState: 2,
      autoConfigurationState: 2,
      watchdogState: 2,
      portAccessState: 2,
      qosState: 2,
      dhcpSnoopingState: 2,
      lldpState: 1,
      gvrpState: 2,
      arpInspectionState: 2,
      surveillanceState: 2,
      destinationFilterState: 1,
      aclState: 1,
    };
    expect(await client.read('sysFeatureState')).toEqual(after);
  });
});

describe('the traffic of a port', () => {
  it('is told sample by sample, of the port asked for alone', async () => {
    const rowsOf = async (port: number) => (await client.read('portTrafficEntry', { ifIndex: port })) as object[];
    await expect
      .poll(async () => {
        agent.clock.advance(trafficSamples.interval * 1000);
        return (await rowsOf(3)).length;
      })
      .toBeGreaterThan(1);
    const rows = await rowsOf(3);
    expect(rows.slice(0, 2)).toMatchObject([
      { ifIndex: 3, trafficIndex: 1, trafficInRate: 0, trafficOutRate: 0 },
      { ifIndex: 3, trafficIndex: 2 },
    ]);
    expect(new Set(rows.map((row) => 'ifIndex' in row && row.ifIndex))).toEqual(new Set([3]));
  });
});
