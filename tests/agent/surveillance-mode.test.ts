import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;

beforeAll(async () => {
  agent = await startTestAgent();
});
afterAll(() => agent.close());

const readAll = async (client: Awaited<ReturnType<TestAgent['signedIn']>>) => {
  const read = async (Template: string) => (await client.call('CommonGet', { Template })).result;
  return {
    mode: await read('aSVViewMode'),
    surveillance: await read('aSVGlobal'),
    loops: await read('sysLBD'),
    snmp: await read('snmpAgentCtrl'),
    syslog: await read('syslogCtrl'),
  };
};

test('entering the Surveillance Mode enables what it needs for who enters it, in one change; leaving it changes no more than the mode', async () => {
  const client = await agent.signedIn();
  expect(await readAll(client)).toMatchObject({
    surveillance: { aSVState: 2 },
    loops: { sysLBDStateEnable: 2 },
    snmp: { snmpAgentState: 2, snmpTrapState: 2 },
    syslog: { syslogState: 2 },
  });
  await client.call('CommonSet', { Template: 'aSVViewMode', sysWebViewMode: 2 });
  const entered = {
    surveillance: { aSVState: 1, aSVVlanId: 4094 },
    loops: { sysLBDStateEnable: 1 },
    snmp: { snmpAgentState: 1, snmpTrapState: 1 },
    syslog: { syslogState: 1 },
  };
  expect(await readAll(client)).toMatchObject({ ...entered, mode: { sysWebViewMode: 2 } });
  const made = await client.call('CommonGet', { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 4094 });
  expect(made.result).toMatchObject([{ dot1qVlanStaticName: 'ASV' }]);
  // Nobody can read or write by SNMP who could not before.
  expect((await client.call('CommonGet', { Template: 'snmpCommunityEntry' })).result).toEqual([]);
  const messages = agent.running.context.log.entries().map(englishOf);
  const changes = messages.filter((message) => message.startsWith('admin: ')).reverse();
  const order = ['View mode', 'VLAN 4094', 'Surveillance VLAN state', 'Loopback Detection State', 'SNMP', 'Traps'];
  const places = order.map((words) => changes.findIndex((message) => message.includes(words)));
  expect(places).not.toContain(-1);
  await client.call('CommonSet', { Template: 'aSVViewMode', sysWebViewMode: 1 });
  expect(await readAll(client)).toMatchObject({ ...entered, mode: { sysWebViewMode: 1 } });
});

test('the Surveillance Mode is not entered where one of its parts is refused, and nothing is changed', async () => {
  const client = await agent.signedIn();
  await client.call('CommonSet', { Template: 'aSVGlobal', aSVState: 2 });
  await client.call('CommonSet', { Template: 'sysLBD', sysLBDStateEnable: 2 });
  await client.call('CommonSet', { Template: 'voiceVlan', voiceVlanId: 4094, voiceVlanStatus: 1 });
  const before = await readAll(client);
  const refused = await client.call('CommonSet', { Template: 'aSVViewMode', sysWebViewMode: 2 });
  expect(refused.error.message).toBe('VLAN 4094 is already used by the voice VLAN.');
  expect(await readAll(client)).toEqual(before);
});
