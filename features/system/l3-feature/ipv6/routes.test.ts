import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cable } from '../../../../datapath/virtual/virtual-datapath.ts';
import { advertised, ROUTER } from '../../../../protocols/ipv6-addresses/testing.ts';
import type { AgentClient } from '../../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let cable: Cable;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  cable = agent.attach(3, { ability: { speeds: [1000], duplex: 'full', negotiates: true }, receive: () => {} });
  await client.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_001, ipIfVlanId: 1, RowStatus: 4 });
  await client.set('ipv6IfAddressEntry', { ifIndex: 10_001, ipv6Address: '2001:db8::10', RowStatus: 4 });
  await pass(4);
  await expect.poll(() => agent.plans.at(-1)?.interfaces.get(1)?.addresses.length).toBe(3);
});

afterEach(() => agent.close());

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    agent.clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const add = (network: string, inetCidrRouteNextHop: string, columns: object = {}) => {
  const [inetCidrRouteDest, prefix] = network.split('/');
  const index = { inetCidrRouteDest, inetCidrRoutePfxLen: Number(prefix), inetCidrRouteNextHop };
  return client.set('ipv6StaticRouteEntry', { ...index, RowStatus: 4, ...columns });
};
const inPlan = () =>
  [...(agent.plans.at(-1)?.routes.values() ?? [])].map(
    ({ destination, gateway, vlan, metric }) => `${destination} via ${gateway} vlan${vlan} metric ${metric}`,
  );
const states = async () => {
  const rows = await client.read('ipv6StaticRouteEntry');
  return (Array.isArray(rows) ? rows : []).map((row) => row.routeActive);
};

describe('a static route of IPv6', () => {
  it('reaches the plan, over a neighbour in a subnet or a link-local one of a VLAN', async () => {
    expect((await add('2001:db8:f::/48', '2001:db8::1', { inetCidrRouteMetric1: 7 })).error.code).toBe(0);
    expect((await add('::/0', 'fe80::9', { inetCidrRouteIfIndex: 1 })).error.code).toBe(0);
    await expect
      .poll(() => inPlan().sort())
      .toEqual(['2001:db8:f::/48 via 2001:db8::1 vlan1 metric 7', '::/0 via fe80::9 vlan1 metric 1']);
    expect(await states()).toEqual([1, 1]);
    await client.set('ipv6Ctrl', { ipv6GlobalState: 2 });
    expect(inPlan()).toEqual([]);
    expect(await states()).toEqual([2, 2]);
  });

  it('goes before the router that speaks on the link, and that one is taken when it goes', async () => {
    await client.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_001, ipv6AcceptRa: 1 });
    cable.send(advertised([]));
    await expect.poll(inPlan).toEqual([`::/0 via ${ROUTER} vlan1 metric 254`]);
    await add('::/0', 'fe80::9', { inetCidrRouteIfIndex: 1 });
    await expect.poll(inPlan).toEqual(['::/0 via fe80::9 vlan1 metric 1']);
    const all = await client.read('inetCidrRouteEntry');
    expect(all).toContainEqual(expect.objectContaining({ inetCidrRouteDest: '2001:db8::', inetCidrRoutePfxLen: 64 }));
    const index = { inetCidrRouteDest: '::', inetCidrRoutePfxLen: 0, inetCidrRouteNextHop: 'fe80::9' };
    await client.set('ipv6StaticRouteEntry', { ...index, RowStatus: 6 });
    await expect.poll(inPlan).toEqual([`::/0 via ${ROUTER} vlan1 metric 254`]);
    cable.send(advertised([], { lifetime: 0 }));
    await expect.poll(inPlan).toEqual([]);
  });

  it.each([
    ['2001:db8:f::1/48', '2001:db8::1', {}, 'The network has bits beyond its prefix length: 2001:db8:f::/48 has none.'],
    ['ff00::/8', '2001:db8::1', {}, 'Invalid IPv6 address.'],
    ['fe80::/64', '2001:db8::1', {}, 'Invalid IPv6 address.'],
    ['::1/128', '2001:db8::1', {}, 'Invalid IPv6 address.'],
    ['2001:db8:f::/129', '2001:db8::1', {}, 'between 0 ~ 128'],
    ['::/0', 'fe80::9', {}, 'Select the VLAN of a link-local next hop.'],
    ['::/0', 'fe80::9', { inetCidrRouteIfIndex: 20 }, 'VLAN 20 has no IPv6 interface.'],
    ['::/0', '2001:db8::10', {}, "The next hop must differ from the switch's own address."],
    ['::/0', '2001:db8:9::1', {}, 'is not in a subnet of the switch.'],
    ['::/0', 'ff02::1', {}, 'Invalid IPv6 address.'],
  ])('is refused to %s by %s', async (network, nextHop, columns, message) => {
    expect((await add(network, nextHop, columns)).error.message).toContain(message);
    expect(inPlan()).toEqual([]);
  });

  it('is one primary and one backup to each network', async () => {
    expect((await add('::/0', '2001:db8::1')).error.code).toBe(0);
    expect((await add('::/0', '2001:db8::2')).error.message).toBe('A primary route to this network exists.');
    expect((await add('::/0', '2001:db8::2', { routeBackup: 2 })).error.code).toBe(0);
    expect((await add('::/0', '2001:db8::3', { routeBackup: 2 })).error.message).toBe(
      'A backup route to this network exists.',
    );
    expect(await states()).toEqual([1, 3]);
  });
});
