import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterAll(() => agent.close());

const set = async (object: string, values: object) => {
  const { error } = await client.set(object, values);
  expect(error.message, error.message).toBe('');
};
const used = async (usageObject: string, usageRow: string) => {
  const rows = (await client.read('usageEntry', { usageObject, usageRow })) as Record<string, string>[];
  return rows.map(({ usagePage, usageWhat }) => `${usagePage}: ${usageWhat}`);
};

describe('the places where something is used', () => {
  it('are none of a port of a new switch', async () => {
    expect(await used('ifEntry', '5')).toEqual([]);
  });

  it('are the VLANs, trunk, mirror, rules, addresses and settings of a port', async () => {
    await set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '5-6', RowStatus: 4 });
    await set('trunkGroupEntry', { trunkId: 1, trunkMode: 1, trunkMemberPorts: '5-6' });
    await set('mirrorSessionEntry', { mirrorSessionId: 1, mirrorTargetPort: 7, mirrorIngressPorts: '5' });
    await set('aclProfileEntry', { aclProfileId: 1, aclProfileUseEtherType: 1, RowStatus: 4 });
    const rule = { aclProfileId: 1, aclRuleId: 1, aclRuleEtherType: '88B5', aclRulePorts: '5-6', RowStatus: 4 };
    await set('aclRuleEntry', rule);
    const pin = { dot1qVlanIndex: 20, dot1qStaticUnicastAddress: '02-00-00-00-00-55' };
    await set('dot1qStaticUnicastEntry', { ...pin, dot1qStaticUnicastAllowedToGoTo: 5001, RowStatus: 4 });
    await set('dot1dPortPriorityEntry', { dot1dBasePort: 5, dot1dPortDefaultUserPriority: 3 });
    expect(await used('ifEntry', '5')).toEqual([
      '/Network/Trunk/Settings: Trunk 1',
      '/Network/Mirroring: Mirroring session 1',
      '/Network/StaticUnicast: static unicast address 02-00-00-00-00-55 of VLAN 20',
      '/Network/VLAN/Tagged: VLAN 20',
      '/QoS/PortPriority: Priority: 3',
      '/Security/ACL/EditRules: access rule 1 of profile 1',
    ]);
  });

  it('are those of a VLAN, of a profile, and of nothing that there is not', async () => {
    await set('dot1qPortVlanEntry', { dot1dBasePort: 7, dot1qPvid: 1 });
    expect(await used('dot1qVlanStaticEntry', '20')).toContain(
      '/Network/StaticUnicast: static unicast address 02-00-00-00-00-55 of VLAN 20',
    );
    expect(await used('aclProfileEntry', '1')).toEqual(['/Security/ACL/EditRules: access rule 1 of profile 1']);
    expect(await used('dot1qVlanStaticEntry', '21')).toEqual([]);
    expect(await used('nothing', '1')).toEqual([]);
  });
});
