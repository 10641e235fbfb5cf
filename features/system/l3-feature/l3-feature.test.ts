import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  for (const vlan of [20, 30]) {
    await client.set('dot1qVlanStaticEntry', {
      dot1qVlanIndex: vlan,
      dot1qVlanStaticEgressPorts: '2-3',
      RowStatus: 4,
    });
  }
});

afterAll(() => agent.close());

const entry = (vlan: number, columns: object = {}) => ({ ipv4InterfaceIfIndex: 10_000 + vlan, ...columns });
const create = (vlan: number, columns: object = {}) =>
  client.set('ipv4InterfaceEntry', entry(vlan, { ipIfVlanId: vlan, RowStatus: 4, ...columns }));
const set = (vlan: number, columns: object) => client.set('ipv4InterfaceEntry', entry(vlan, columns));
const secondary = (vlan: number, secondaryAddr: string, secondaryMask = '255.255.255.0') =>
  client.set('ipIfSecondaryEntry', { ifIndex: 10_000 + vlan, secondaryAddr, secondaryMask, RowStatus: 4 });
const planned = (vlan: number) => agent.plans.at(-1)?.interfaces.get(vlan);

describe('IPv4 interfaces', () => {
  it('begin with vlan1 at 192.168.10.200/24', async () => {
    expect(planned(1)).toMatchObject({
      name: 'vlan1',
      enabled: true,
      addresses: [{ address: '192.168.10.200', prefix: 24 }],
    });
  });

  it('are made in a VLAN that exists, and reach the plan with their addresses', async () => {
    expect((await create(40)).error.message).toBe('VLAN 40 does not exist.');
    expect((await create(20, { ipAddressAddr: '10.0.20.1' })).error.code).toBe(0);
    expect((await secondary(20, '10.0.21.1')).error.code).toBe(0);
    expect(planned(20)?.addresses).toEqual([
      { address: '10.0.20.1', prefix: 24 },
      { address: '10.0.21.1', prefix: 24 },
    ]);
    expect(await client.read('ipv4InterfaceEntry', entry(20))).toMatchObject([
      { ifName: 'vlan20', ipIfSecondaryCount: 1, ipAddressInUse: '10.0.20.1' },
    ]);
    expect(await client.read('ipAddressEntry')).toHaveLength(3);
  });

  it('do not overlap, and have addresses of hosts', async () => {
    expect((await create(30, { ipAddressAddr: '10.0.20.77' })).error.message).toBe('The subnet overlaps vlan20.');
    expect((await secondary(20, '192.168.10.7')).error.message).toBe('The subnet overlaps vlan1.');
    for (const ipAddressAddr of ['127.0.0.1', '224.0.0.1', '0.1.2.3', '10.0.0', '10.0.30.256']) {
      expect((await create(30, { ipAddressAddr })).error.message).toContain('Invalid IPv4 address.');
    }
    expect((await create(30, { ipAddressAddr: '10.0.30.64', ipAddressMask: '255.255.255.192' })).error.message).toBe(
      'IP address must not be the first or the last address of its subnet.',
    );
    expect((await create(30, { ipAddressAddr: '10.0.30.1', ipAddressMask: '255.0.255.0' })).error.message).toContain(
      'Subnet mask must be a subnet mask',
    );
  });

  it('have four secondary addresses at most', async () => {
    for (const third of [22, 23, 24]) expect((await secondary(20, `10.0.${third}.1`)).error.code).toBe(0);
    const { error } = await secondary(20, '10.0.25.1');
    expect(error).toMatchObject({ code: 13, message: 'The table is full (maximum 4 entries).' });
  });

  it('keep their VLAN from being deleted', async () => {
    const { error } = await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 6 });
    expect(error.message).toBe('VLAN 20 is in use by IP interface vlan20.');
  });

  it('go only with their secondary addresses, and vlan1 never', async () => {
    expect((await set(20, { RowStatus: 6 })).error.message).toMatch(
      /^Interface vlan20 is in use by secondary address 10\.0\.\d+\.1 of interface vlan20\.$/,
    );
    expect((await set(1, { RowStatus: 6 })).error.code).toBe(17);
    const calls = [21, 22, 23, 24].map((third) => ({
      method: 'CommonSet',
      params: { Template: 'ipIfSecondaryEntry', ifIndex: 10_020, secondaryAddr: `10.0.${third}.1`, RowStatus: 6 },
    }));
    const last = { method: 'CommonSet', params: { Template: 'ipv4InterfaceEntry', ...entry(20), RowStatus: 6 } };
    expect((await client.call('BatchPost', { FuncName: 'test', calls: [...calls, last] })).error.code).toBe(0);
    expect(planned(20)).toBeUndefined();
  });

  it('leave one that is enabled and has an address', async () => {
    for (const columns of [{ ipv4InterfaceEnableStatus: 2 }, { ipAddressAddr: '' }]) {
      expect((await set(1, columns)).error.message).toContain('The last enabled interface that has an address');
    }
  });
});

describe('the default gateway', () => {
  const gateway = (ipDefaultRouterAddress: string) => client.set('ipDefaultRouter', { ipDefaultRouterAddress });

  it('is a neighbour, not the switch itself, and reaches the plan', async () => {
    const outside = 'The gateway is not in the subnet of the IP address.';
    expect((await gateway('10.9.9.9')).error.message).toBe(outside);
    expect((await gateway('192.168.10.200')).error.message).toBe(
      "The gateway must differ from the switch's own IP address.",
    );
    agent.attach(4, { ability: { speeds: [1000], duplex: 'full', negotiates: true }, receive: () => {} });
    expect((await gateway('192.168.10.1')).error.code).toBe(0);
    const route = () => agent.plans.at(-1)?.routes.get('0.0.0.0/0');
    await expect.poll(route).toMatchObject({ gateway: '192.168.10.1', vlan: 1, metric: 1 });
    expect((await set(1, { ipAddressAddr: '172.16.5.2' })).error.message).toBe(outside);
    expect((await gateway('')).error.code).toBe(0);
    expect(agent.plans.at(-1)?.routes.size).toBe(0);
  });
});
