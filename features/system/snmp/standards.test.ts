import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SnmpValue } from '../../../protocols/snmp/pdu.ts';
import { integer, TestManager } from '../../../protocols/snmp/testing.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

/** A camera at port 2, a RADIUS server, and a manager who may write. */
let agent: TestAgent;
let client: AgentClient;
let manager: TestManager;

beforeAll(async () => {
  const camera = { name: 'camera', port: 2, mac: '02-00-00-00-00-02', address: '192.168.10.2', power: 5000 };
  agent = await startTestAgent({ scenario: { stations: [camera] } });
  client = await agent.signedIn();
  const set = async (template: string, values: object) =>
    expect((await client.set(template, values)).error.message).toBe('');
  const community = { snmpCommunityIndex: '1', snmpCommunityName: 'writes', snmpCommunitySecurityName: 'ReadWrite' };
  await set('snmpCommunityEntry', { ...community, RowStatus: 4 });
  await set('snmpAgentCtrl', { snmpAgentState: 1 });
  const port = await vi.waitFor(async () => {
    const listening = /:(\d+)$/.exec(String(Object(await client.read('snmpAgentCtrl')).snmpListening));
    if (!listening) throw new Error('SNMP does not listen yet');
    return Number(listening[1]);
  });
  manager = new TestManager(port, 'writes');
  const server = { radiusServerAddress: '192.0.2.9', radiusServerKey: 'secret', radiusServerAccounting: 1 };
  await set('radiusServerEntry', { radiusServerPriority: 3, ...server, RowStatus: 4 });
});

afterAll(() => agent.close());

const textOf = (value: SnmpValue) => {
  if (!('value' in value)) return value.type;
  const { type, value: given } = value;
  return `${type} ${given instanceof Uint8Array ? Buffer.from(given).toString('hex') : given}`;
};
const written = (value: number): SnmpValue => ({ type: 'Unsigned32', value });

test.each([
  [
    'POWER-ETHERNET-MIB (RFC 3621)',
    '1.3.6.1.2.1.105.1',
    {
      '1.1.3.1.2': 'Integer32 1',
      '1.1.4.1.2': 'Integer32 2',
      '1.1.5.1.2': 'Integer32 1',
      '1.1.6.1.2': 'Integer32 3',
      '1.1.7.1.2': 'Integer32 3',
      '1.1.8.1.2': 'Counter32 0',
      '1.1.9.1.2': 'OctetString ',
      '1.1.10.1.2': 'Integer32 3',
      '1.1.11.1.2': 'Counter32 0',
      '1.1.12.1.2': 'Counter32 0',
      '1.1.13.1.2': 'Counter32 0',
      '1.1.14.1.2': 'Counter32 0',
      '3.1.1.2.1': 'Unsigned32 75',
      '3.1.1.3.1': 'Integer32 1',
      '3.1.1.5.1': 'Integer32 90',
      '4.1.1.2.1': 'Integer32 1',
    },
    /^1\.1\.\d+\.1\.2$|^3\.1\.1\.[235]\.|^4\./,
    { '1.1.7.1.2': integer(1) },
    ['pethPsePortEntry', { pethPsePortIndex: 2 }, { pethPsePortPowerPriority: 1 }],
  ],
  [
    'P-BRIDGE-MIB (RFC 4363)',
    '1.3.6.1.2.1.17.6.1',
    {
      '1.1.0': 'OctetString 7a',
      '1.2.0': 'Integer32 2',
      '1.3.0': 'Integer32 2',
      '2.1.1.1.2': 'Integer32 0',
      '2.1.1.2.2': 'Integer32 8',
      ...Object.fromEntries([2, 0, 1, 3, 4, 5, 6, 7].map((queue, at) => [`2.3.1.2.2.${at}`, `Integer32 ${queue}`])),
    },
    /^1\.|^2\.1\.1\.\d+\.2$|^2\.3\.1\.\d+\.2\.\d$/,
    { '2.1.1.1.2': integer(5) },
    ['dot1dPortPriorityEntry', { dot1dBasePort: 2 }, { dot1dPortDefaultUserPriority: 5 }],
  ],
  [
    'IEEE8021-PAE-MIB',
    '1.0.8802.1.1.1.1',
    {
      '1.1.0': 'Integer32 2',
      '1.2.1.2.2': 'Unsigned32 2',
      '1.2.1.3.2': 'OctetString 80',
      '1.2.1.4.2': 'Integer32 2',
      '1.2.1.5.2': 'Integer32 2',
      '2.1.1.1.2': 'Integer32 8',
      '2.1.1.2.2': 'Integer32 7',
      '2.1.1.3.2': 'Integer32 0',
      '2.1.1.4.2': 'Integer32 0',
      '2.1.1.5.2': 'Integer32 1',
      '2.1.1.6.2': 'Integer32 3',
      '2.1.1.7.2': 'Unsigned32 60',
      '2.1.1.8.2': 'Unsigned32 30',
      '2.1.1.9.2': 'Unsigned32 30',
      '2.1.1.10.2': 'Unsigned32 30',
      '2.1.1.11.2': 'Unsigned32 2',
      '2.1.1.12.2': 'Unsigned32 3600',
      '2.1.1.13.2': 'Integer32 2',
      '2.1.1.14.2': 'Integer32 2',
      ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((column) => [`2.2.1.${column}.2`, 'Counter32 0'])),
      '2.2.1.11.2': 'Unsigned32 0',
      '2.2.1.12.2': 'OctetString 000000000000',
    },
    /^1\.1\.0$|\.2$/,
    { '2.1.1.8.2': written(45) },
    ['dot1xAuthConfigEntry', { dot1xPaePortNumber: 2 }, { dot1xAuthTxPeriod: 45 }],
  ],
  [
    'RADIUS-AUTH-CLIENT-MIB (RFC 4668)',
    '1.3.6.1.2.1.67.1.2.1.1',
    {
      '1.0': 'Counter32 0',
      '2.0': `OctetString ${Buffer.from('Nas1').toString('hex')}`,
      '4.1.2.3': 'Integer32 1',
      '4.1.3.3': 'OctetString c0000209',
      '4.1.4.3': 'Unsigned32 1812',
      '4.1.5.3': 'TimeTicks 0',
      ...Object.fromEntries([6, 7, 8, 9, 10, 11, 12, 14, 15, 16].map((column) => [`4.1.${column}.3`, 'Counter32 0'])),
      '4.1.13.3': 'Unsigned32 0',
      '4.1.17.3': 'TimeTicks 0',
    },
    /./,
    undefined,
    undefined,
  ],
  [
    'RADIUS-ACC-CLIENT-MIB (RFC 4670)',
    '1.3.6.1.2.1.67.2.2.1.1',
    {
      '1.0': 'Counter32 0',
      '2.0': `OctetString ${Buffer.from('Nas1').toString('hex')}`,
      '4.1.2.3': 'Integer32 1',
      '4.1.3.3': 'OctetString c0000209',
      '4.1.4.3': 'Unsigned32 1813',
      '4.1.5.3': 'TimeTicks 0',
      ...Object.fromEntries([6, 7, 8, 9, 10, 12, 13, 14].map((column) => [`4.1.${column}.3`, 'Counter32 0'])),
      '4.1.11.3': 'Unsigned32 0',
      '4.1.15.3': 'TimeTicks 0',
    },
    /./,
    undefined,
    undefined,
  ],
] as const)(
  '%s walks by its names and types, and takes what can be set',
  async (_name, root, expected, looked, set, then) => {
    const walked = [...(await manager.walk(root))].map(([name, value]): [string, string] => [
      name.slice(root.length + 1),
      textOf(value),
    ]);
    expect(Object.fromEntries(walked.filter(([name]) => looked.test(name)))).toEqual(expected);
    if (!set) return;
    expect(
      await manager.set(Object.fromEntries(Object.entries(set).map(([name, value]) => [`${root}.${name}`, value]))),
    ).toEqual([0, 0]);
    const [template, index, values] = then;
    expect(await client.read(template, index)).toMatchObject([values]);
  },
);

test('routes of both versions of IP are counted together, and those of IPv4 by themselves', async () => {
  const interfaces = { ipv6InterfaceIfIndex: 10_001, ipIfVlanId: 1, RowStatus: 4 };
  expect((await client.set('ipv6InterfaceEntry', interfaces)).error.message).toBe('');
  const address = { ifIndex: 10_001, ipv6Address: '2001:db8:7::1', RowStatus: 4 };
  expect((await client.set('ipv6IfAddressEntry', address)).error.message).toBe('');
  const types = async () =>
    ((await client.read('inetCidrRouteEntry')) as { inetCidrRouteDestType: number }[]).map(
      (row) => row.inetCidrRouteDestType,
    );
  await expect
    .poll(() => {
      agent.clock.advance(1000);
      return types();
    })
    .toContain(2);
  const all = await types();
  const counted = await manager.get('1.3.6.1.2.1.4.24.3.0', '1.3.6.1.2.1.4.24.6.0');
  expect(counted).toMatchObject([{ value: all.filter((type) => type === 1).length }, { value: all.length }]);
});
