import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DhcpServer } from '../../../datapath/virtual/stations/dhcp-server.ts';
import type { Cable } from '../../../datapath/virtual/virtual-datapath.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
const plug = (port: number): Cable => agent.attach(port, { ability, receive: () => {} });

const routeOf = (network: string, columns: object = {}) => {
  const [inetCidrRouteDest, prefix] = network.split('/');
  return { inetCidrRouteDest, inetCidrRoutePfxLen: Number(prefix), ...columns };
};
const route = (network: string, inetCidrRouteNextHop: string, columns: object = {}) =>
  client.set('ipStaticRouteEntry', { ...routeOf(network, { inetCidrRouteNextHop, ...columns }) });
const add = (network: string, gateway: string, columns: object = {}) =>
  route(network, gateway, { RowStatus: 4, ...columns });
const remove = (network: string, gateway: string) => route(network, gateway, { RowStatus: 6 });
const gateway = (ipDefaultRouterAddress: string) => client.set('ipDefaultRouter', { ipDefaultRouterAddress });

const inPlan = () => {
  const routes = [...(agent.plans.at(-1)?.routes.values() ?? [])];
  return routes.map((one) => `${one.destination} via ${one.gateway} vlan${one.vlan} metric ${one.metric}`);
};
const rows = async (object: string) => {
  const read = await client.read(object);
  return Array.isArray(read) ? read : [];
};
const states = async () =>
  Object.fromEntries((await rows('ipStaticRouteEntry')).map((row) => [row.inetCidrRouteNextHop, row.routeActive]));

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  const set = async (...call: Parameters<AgentClient['set']>) => {
    const { error } = await client.set(...call);
    if (error.code !== 0) throw new Error(error.message);
  };
  const members = (ports: string) => ({ dot1qVlanStaticEgressPorts: ports, dot1qVlanStaticUntaggedPorts: ports });
  await set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '5', RowStatus: 4 });
  await set('dot1qPortVlanEntry', { dot1dBasePort: 5, dot1qPvid: 20 });
  await set('dot1qVlanStaticEntry', { dot1qVlanIndex: 1, ...members('1-4,6-10') });
  await set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, ...members('5') });
  await set('ipv4InterfaceEntry', {
    ipv4InterfaceIfIndex: 10_020,
    ipIfVlanId: 20,
    ipAddressAddr: '10.0.20.1',
    RowStatus: 4,
  });
});

afterEach(() => agent.close());

describe('a static route', () => {
  it('reaches the plan while its interface has a link, and waits there for one', async () => {
    const near = plug(3);
    expect((await add('203.0.113.0/24', '192.168.10.1', { inetCidrRouteMetric1: 7 })).error.code).toBe(0);
    expect((await add('198.51.100.0/25', '10.0.20.9')).error.code).toBe(0);
    await expect.poll(inPlan).toEqual(['203.0.113.0/24 via 192.168.10.1 vlan1 metric 7']);
    expect(await states()).toEqual({ '192.168.10.1': 1, '10.0.20.9': 2 });
    const far = plug(5);
    await expect.poll(inPlan).toHaveLength(2);
    near.unplug();
    await expect.poll(inPlan).toEqual(['198.51.100.0/25 via 10.0.20.9 vlan20 metric 1']);
    expect(await rows('ipStaticRouteEntry')).toHaveLength(2);
    far.unplug();
    await expect.poll(inPlan).toEqual([]);
  });

  it('keeps to a network and a neighbour in a subnet of the switch', async () => {
    const said = async (...given: Parameters<typeof add>) => (await add(...given)).error.message;
    expect(await said('203.0.113.7/24', '192.168.10.1')).toBe(
      'The network has bits beyond its prefix length: 203.0.113.0/24 has none.',
    );
    for (const network of ['127.0.0.0/8', '224.0.0.0/4', '240.0.0.0/4', '0.0.0.0/8']) {
      expect(await said(network, '192.168.10.1')).toContain('Invalid IPv4 address.');
    }
    const stranger = 'The gateway of route 203.0.113.0/24, 172.16.0.1, is not in a subnet of the switch.';
    expect(await said('203.0.113.0/24', '172.16.0.1')).toBe(stranger);
    expect(await said('203.0.113.0/24', '192.168.10.255')).toMatch(/Invalid IPv4 address|no neighbor/);
    expect(await said('203.0.113.0/24', '192.168.10.200')).toBe(
      "The gateway must differ from the switch's own IP address.",
    );
    expect(await said('203.0.113.0/24', '192.168.10.1', { inetCidrRouteIfIndex: 20 })).toBe(
      'The gateway of route 203.0.113.0/24, 192.168.10.1, is not in a subnet of VLAN 20.',
    );
    expect(await said('192.168.10.0/24', '192.168.10.9')).toBe(
      'The switch is in 192.168.10.0/24 itself: packets to it would not use 192.168.10.9.',
    );
    expect(await rows('ipStaticRouteEntry')).toEqual([]);
  });

  it('to a network that the switch is in waits until the switch is there no more', async () => {
    plug(3);
    plug(5);
    expect((await add('10.0.20.0/24', '192.168.10.9')).error.code).toBe(0);
    expect(await states()).toEqual({ '192.168.10.9': 3 });
    expect(inPlan()).toEqual([]);
    const shown = (await rows('inetCidrRouteEntry')).filter((row) => row.inetCidrRouteDest === '10.0.20.0');
    expect(shown.map((row) => row.inetCidrRouteNextHop)).toEqual(['']);
    await client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_020, ipv4InterfaceEnableStatus: 2 });
    expect(await states()).toEqual({ '192.168.10.9': 1 });
    expect(inPlan()).toEqual(['10.0.20.0/24 via 192.168.10.9 vlan1 metric 1']);
  });

  it('is none of a thousand that come at once: all are refused with the reason, and the switch goes on', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({
      method: 'CommonSet',
      id: 0,
      params: {
        Template: 'ipStaticRouteEntry',
        ...routeOf(`203.${at >> 8}.${at & 255}.0/24`, { inetCidrRouteNextHop: '192.168.10.1', RowStatus: 4 }),
      },
    }));
    const { error } = await client.call('BatchPost', { FuncName: 'routes', calls: many });
    expect(error.code).not.toBe(0);
    expect(await rows('ipStaticRouteEntry')).toEqual([]);
    expect((await add('203.0.113.0/24', '192.168.10.1')).error.code).toBe(0);
  });

  it('stands once as a primary and once as a backup to each network, the default gateway among them', async () => {
    expect((await add('203.0.113.0/24', '192.168.10.1')).error.code).toBe(0);
    expect((await add('203.0.113.0/24', '192.168.10.2')).error.message).toBe('A primary route to this network exists.');
    expect((await add('203.0.113.0/24', '192.168.10.2', { routeBackup: 2 })).error.code).toBe(0);
    expect((await add('203.0.113.0/24', '192.168.10.3', { routeBackup: 2 })).error.message).toBe(
      'A backup route to this network exists.',
    );
    expect((await add('203.0.113.0/24', '192.168.10.1')).error.message).toBe('The entry already exists.');
    expect((await add('203.0.113.0/25', '192.168.10.2')).error.code).toBe(0);
    expect((await gateway('192.168.10.1')).error.code).toBe(0);
    expect((await add('0.0.0.0/0', '192.168.10.2')).error.message).toBe('A primary route to this network exists.');
    expect((await add('0.0.0.0/0', '10.0.20.9', { routeBackup: 2 })).error.code).toBe(0);
  });

  it('gives way to its backup when its own interface loses its link or is disabled, and comes back', async () => {
    const near = plug(3);
    plug(5);
    await add('0.0.0.0/0', '192.168.10.1', { inetCidrRouteMetric1: 100 });
    await add('0.0.0.0/0', '10.0.20.9', { routeBackup: 2 });
    await expect.poll(inPlan).toEqual(['0.0.0.0/0 via 192.168.10.1 vlan1 metric 100']);
    expect(await states()).toEqual({ '192.168.10.1': 1, '10.0.20.9': 3 });
    near.unplug();
    await expect.poll(inPlan).toEqual(['0.0.0.0/0 via 10.0.20.9 vlan20 metric 1']);
    expect(await states()).toEqual({ '192.168.10.1': 2, '10.0.20.9': 1 });
    plug(3);
    await expect.poll(inPlan).toEqual(['0.0.0.0/0 via 192.168.10.1 vlan1 metric 100']);
    await client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_020, ipv4InterfaceEnableStatus: 2 });
    expect(await states()).toEqual({ '192.168.10.1': 1, '10.0.20.9': 2 });
  });

  it('keeps its interface from going, and from moving away from its gateway', async () => {
    await add('203.0.113.0/24', '10.0.20.9');
    const gone = 'The gateway of route 203.0.113.0/24, 10.0.20.9, is not in a subnet of the switch.';
    const interfaceOf20 = { ipv4InterfaceIfIndex: 10_020 };
    expect((await client.set('ipv4InterfaceEntry', { ...interfaceOf20, RowStatus: 6 })).error.message).toBe(gone);
    expect(
      (await client.set('ipv4InterfaceEntry', { ...interfaceOf20, ipAddressAddr: '10.9.9.9' })).error.message,
    ).toBe(gone);
    expect((await remove('203.0.113.0/24', '10.0.20.9')).error.code).toBe(0);
    expect((await client.set('ipv4InterfaceEntry', { ...interfaceOf20, RowStatus: 6 })).error.code).toBe(0);
  });

  it('is one of 32', async () => {
    for (let third = 0; third < 32; third += 1) {
      expect((await add(`203.0.${third}.0/24`, '192.168.10.1')).error.code).toBe(0);
    }
    expect((await add('203.0.32.0/24', '192.168.10.1')).error.code).toBe(13);
  });
});

describe('the routes in use', () => {
  it('are the links and what leads beyond them, each network once', async () => {
    plug(3);
    await add('203.0.113.0/24', '192.168.10.1', { inetCidrRouteMetric1: 5 });
    await gateway('192.168.10.2');
    const shown = async () =>
      (await rows('inetCidrRouteEntry')).map(
        (row) =>
          `${row.inetCidrRouteDest}/${row.inetCidrRoutePfxLen} ${row.inetCidrRouteNextHop} ${row.inetCidrRouteProto}`,
      );
    await expect
      .poll(shown)
      .toEqual(['0.0.0.0/0 192.168.10.2 3', '192.168.10.0/24  2', '203.0.113.0/24 192.168.10.1 3']);
  });

  it('prefer a default route that is set to one from DHCP by its metric, and fall back to it', async () => {
    const server = new DhcpServer({
      mac: '02-00-00-00-00-99',
      address: '192.168.77.1',
      first: '192.168.77.100',
      count: 5,
      prefix: 24,
      leaseTime: 3600,
    });
    const cable = agent.attach(5, {
      ability,
      receive(frame) {
        const answer = server.answer(frame);
        if (answer) cable.send(answer);
      },
    });
    await client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_020, ipAddrCfgMode: 2 });
    const leased = '0.0.0.0/0 via 192.168.77.1 vlan20 metric 254';
    await expect.poll(inPlan).toEqual([leased]);
    plug(3);
    await add('0.0.0.0/0', '192.168.10.1', { inetCidrRouteMetric1: 255 });
    expect(inPlan()).toEqual([leased]);
    await route('0.0.0.0/0', '192.168.10.1', { inetCidrRouteMetric1: 253 });
    expect(inPlan()).toEqual(['0.0.0.0/0 via 192.168.10.1 vlan1 metric 253']);
    await remove('0.0.0.0/0', '192.168.10.1');
    expect(inPlan()).toEqual([leased]);
  });
});
