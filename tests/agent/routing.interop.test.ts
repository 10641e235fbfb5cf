import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseIpv6 } from '../../model/values/ipv6.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';

/**
 * The administrator is at port 1 in VLAN 1. At port 3 is a router with the network 203.0.113.0/24 behind it, at port 2 in
 * VLAN 20 a host that has the switch as its gateway.
 */
const PATIENCE = { timeout: 30_000, interval: 200 };
const BEYOND = '203.0.113.9';
const ROUTE = {
  inetCidrRouteDest: '203.0.113.0',
  inetCidrRoutePfxLen: 24,
  inetCidrRouteNextHop: '192.168.10.3',
};

let lab: Lab;
let agent: LabAgent;

beforeAll(async () => {
  lab = await createLab({ ports: 3 });
  agent = new LabAgent(lab);
  await agent.start();
  const [host, router] = [lab.host(2), lab.host(3)];
  await host.address('10.0.20.9/24');
  await host.namespace.ip('route', 'add', 'default', 'via', '10.0.20.1');
  await router.address('192.168.10.3/24');
  await router.namespace.ip('link', 'set', 'lo', 'up');
  await router.namespace.ip('address', 'add', `${BEYOND}/24`, 'dev', 'lo');
  await router.namespace.ip('route', 'add', '10.0.20.0/24', 'via', '192.168.10.200');
  await agent.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '2', RowStatus: 4 });
  await agent.set('dot1qPortVlanEntry', { dot1dBasePort: 2, dot1qPvid: 20 });
  const members = (ports: string) => ({ dot1qVlanStaticEgressPorts: ports, dot1qVlanStaticUntaggedPorts: ports });
  await agent.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 1, ...members('1,3') });
  await agent.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, ...members('2') });
  await agent.set('ipv4InterfaceEntry', {
    ipv4InterfaceIfIndex: 10_020,
    ipIfVlanId: 20,
    ipAddressAddr: '10.0.20.1',
    RowStatus: 4,
  });
}, 120_000);

afterAll(async () => {
  await agent?.stop();
  await lab?.close();
});

const expectReaching = (reaches: boolean) =>
  vi.waitFor(async () => expect(await lab.host(2).reaches(BEYOND, 1)).toBe(reaches), PATIENCE);
const kernelRoutes = () => lab.switch.ip('route', 'show', 'proto', '250');

test('a static route carries traffic between the networks of two namespaces where the switch routes, and not without', async () => {
  await agent.set('ipStaticRouteEntry', { ...ROUTE, inetCidrRouteMetric1: 7, RowStatus: 4 });
  await vi.waitFor(async () => expect(await kernelRoutes()).toContain('203.0.113.0/24 via 192.168.10.3'), PATIENCE);
  expect(await lab.host(2).reaches(BEYOND, 1)).toBe(false);
  await agent.set('ip', { ipForwarding: 1 });
  await expectReaching(true);
  await lab.host(3).setLink('down');
  await lab.host(1).setLink('down');
  await lab.host(1).setLink('up');
  await lab.host(3).setLink('up');
  // Its kernel lost that with the link.
  await lab.host(3).namespace.ip('route', 'replace', '10.0.20.0/24', 'via', '192.168.10.200');
  await expectReaching(true);
  await agent.set('ipStaticRouteEntry', { ...ROUTE, RowStatus: 6 });
  expect(await kernelRoutes()).toBe('');
  await expectReaching(false);
  await agent.set('ipStaticRouteEntry', { ...ROUTE, RowStatus: 4 });
  await expectReaching(true);
});

test('the ARP table is that of the kernel: learnt, said, cleared', async () => {
  const entry = async () =>
    (await agent.rows('ipNetToPhysicalEntry')).find((row) => row.ipNetToPhysicalNetAddress === '10.0.20.9');
  await vi.waitFor(async () => expect(await entry()).toMatchObject({ ipNetToPhysicalType: 3, arpPort: 2 }), PATIENCE);
  const mac = String((await entry())?.ipNetToPhysicalPhysAddress);
  const said = { ipNetToPhysicalIfIndex: 10_020, ipNetToPhysicalNetAddress: '10.0.20.9' };
  await agent.set('ipArpStaticEntry', { ...said, ipNetToPhysicalPhysAddress: '02-00-00-00-00-99', RowStatus: 4 });
  expect(await entry()).toMatchObject({ ipNetToPhysicalType: 1, ipNetToPhysicalPhysAddress: '02-00-00-00-00-99' });
  await expectReaching(false);
  await agent.set('ipArpStaticEntry', { ...said, ipNetToPhysicalPhysAddress: mac });
  await expectReaching(true);
  await agent.set('ipArpStaticEntry', { ...said, RowStatus: 6 });
  await expectReaching(true);
  await agent.set('ipArpCtrl', { ipArpClear: 1 });
  await expectReaching(true);
});

describe('Net-SNMP walks', () => {
  const community = { snmpCommunityIndex: '1', snmpCommunityName: 'public', RowStatus: 4 };
  beforeAll(async () => {
    await agent.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_001, ipIfVlanId: 1, RowStatus: 4 });
    await agent.set('ipv6IfAddressEntry', { ifIndex: 10_001, ipv6Address: '2001:db8::10', RowStatus: 4 });
    await agent.set('ipv6StaticRouteEntry', {
      inetCidrRouteDest: '2001:db8:f::',
      inetCidrRoutePfxLen: 48,
      inetCidrRouteNextHop: '2001:db8::1',
      inetCidrRouteMetric1: 7,
      RowStatus: 4,
    });
    await agent.set('ipv6NeighborStaticEntry', {
      ipNetToPhysicalIfIndex: 10_001,
      ipNetToPhysicalNetAddress: '2001:db8::77',
      ipNetToPhysicalPhysAddress: '02-00-00-00-00-77',
      RowStatus: 4,
    });
    await agent.set('snmpCommunityEntry', community);
    await agent.set('snmpAgentCtrl', { snmpAgentState: 1 });
    const listening = async () => expect((await agent.rows('snmpAgentCtrl'))[0]?.snmpListening).toContain(':161');
    await vi.waitFor(listening, PATIENCE);
  });

  /** What a walk finds below a root, as "instance of the column": value. */
  async function walk(tool: 'snmpwalk' | 'snmpbulkwalk', root: string): Promise<Record<string, string>> {
    const words = ['-v2c', '-c', 'public', '-On', '-Oe', '-OQ', '-Ox', '-t', '5', '192.168.10.200', root];
    const walked = await lab.host(1).namespace.exec(tool, ...words);
    const lines = walked.trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.slice(root.length + 1).split(' = ') as [string, string]));
  }
  const octetsOf = (address: unknown) => {
    const number = parseIpv6(String(address)) ?? 0n;
    return Array.from({ length: 16 }, (_, at) => Number((number >> BigInt(120 - at * 8)) & 255n)).join('.');
  };
  const arcs6 = (address: unknown) => (address === '' ? '0' : `16.${octetsOf(address)}`);
  /** Link-local ones are named with their zone. */
  const ofIpv6 = (row: Record<string, unknown>) =>
    !ofIpv4(row) && !String(row.ipNetToPhysicalNetAddress ?? row.inetCidrRouteDest).startsWith('fe80');
  const arcs = (address: unknown) => (address === '' ? '0' : `4.${address}`);
  const ofIpv4 = ({ inetCidrRouteDestType, ipNetToPhysicalNetAddressType: type }: Record<string, unknown>) =>
    (inetCidrRouteDestType ?? type) === 1;

  test('the routes as the page shows them, by the table of now and that of before', async () => {
    const walked = await walk('snmpbulkwalk', '.1.3.6.1.2.1.4.24.7.1');
    const rows = (await agent.rows('inetCidrRouteEntry')).filter(ofIpv4);
    expect(rows.length).toBeGreaterThanOrEqual(3);
    const gateways = rows.map((row) => [row.inetCidrRouteNextHop === '' ? 0 : 1, arcs(row.inetCidrRouteNextHop)]);
    for (const [at, row] of rows.entries()) {
      const [type, gateway] = gateways[at] ?? [];
      const instance = `1.${arcs(row.inetCidrRouteDest)}.${row.inetCidrRoutePfxLen}.2.0.0.${type}.${gateway}`;
      const columns = [7, 8, 9, 12].map((column) => walked[`${column}.${instance}`]);
      const shown = [row.inetCidrRouteIfIndex, row.inetCidrRouteType, row.inetCidrRouteProto, row.inetCidrRouteMetric1];
      expect(columns, instance).toEqual(shown.map(String));
    }
    const former = await walk('snmpwalk', '.1.3.6.1.2.1.4.24.4.1');
    const masks = new Map([[24, '255.255.255.0']]);
    const expected = rows.map((row) => {
      const mask = masks.get(Number(row.inetCidrRoutePfxLen));
      return [
        `11.${row.inetCidrRouteDest}.${mask}.0.${row.inetCidrRouteNextHop || '0.0.0.0'}`,
        `${row.inetCidrRouteMetric1}`,
      ];
    });
    expect(Object.entries(former).filter(([name]) => name.startsWith('11.'))).toEqual(expected);
    expect((await walk('snmpwalk', '.1.3.6.1.2.1.4.24.3'))['0']).toBe(String(rows.length));
  });

  test('the routes and neighbours of IPv6 as their pages show them', async () => {
    await vi.waitFor(async () => {
      const walked = await walk('snmpbulkwalk', '.1.3.6.1.2.1.4.24.7.1');
      const rows = (await agent.rows('inetCidrRouteEntry')).filter(ofIpv6);
      expect(rows.length).toBeGreaterThanOrEqual(2);
      for (const row of rows) {
        const gateway = row.inetCidrRouteNextHop;
        const network = `2.${arcs6(row.inetCidrRouteDest)}.${row.inetCidrRoutePfxLen}`;
        const instance = `${network}.2.0.0.${gateway === '' ? 0 : 2}.${arcs6(gateway)}`;
        const columns = [7, 8, 9, 12].map((column) => walked[`${column}.${instance}`]);
        const shown = [
          row.inetCidrRouteIfIndex,
          row.inetCidrRouteType,
          row.inetCidrRouteProto,
          row.inetCidrRouteMetric1,
        ];
        expect(columns, instance).toEqual(shown.map(String));
      }
      const neighbours = await walk('snmpbulkwalk', '.1.3.6.1.2.1.4.35.1');
      const shown = (await agent.rows('ipNetToPhysicalEntry'))
        .filter(ofIpv6)
        .filter((row) => row.ipNetToPhysicalPhysAddress);
      expect(shown.map((row) => row.ipNetToPhysicalNetAddress)).toContain('2001:db8::77');
      for (const row of shown) {
        const instance = `${row.ipNetToPhysicalIfIndex}.2.${arcs6(row.ipNetToPhysicalNetAddress)}`;
        const type = { 1: '4', 3: '3', 5: '5' }[Number(row.ipNetToPhysicalType)];
        const octets = `"${String(row.ipNetToPhysicalPhysAddress).replaceAll('-', ' ')} "`;
        expect([neighbours[`4.${instance}`], neighbours[`6.${instance}`]], instance).toEqual([octets, type]);
      }
    }, PATIENCE);
  });

  test('the neighbours as the page shows them, by the table of now and that of before', async () => {
    await vi.waitFor(async () => {
      const now = await walk('snmpbulkwalk', '.1.3.6.1.2.1.4.35.1');
      const former = await walk('snmpwalk', '.1.3.6.1.2.1.4.22.1');
      const rows = (await agent.rows('ipNetToPhysicalEntry'))
        .filter(ofIpv4)
        .filter((row) => row.ipNetToPhysicalPhysAddress);
      expect(rows.length).toBeGreaterThanOrEqual(4);
      const octets = (row: Record<string, unknown>) =>
        `"${String(row.ipNetToPhysicalPhysAddress).replaceAll('-', ' ')} "`;
      for (const row of rows) {
        const [index, address] = [row.ipNetToPhysicalIfIndex, row.ipNetToPhysicalNetAddress];
        const type = { 1: '4', 3: '3', 5: '5' }[Number(row.ipNetToPhysicalType)];
        const shown = [now[`4.${index}.1.4.${address}`], now[`6.${index}.1.4.${address}`]];
        expect([address, ...shown]).toEqual([address, octets(row), type]);
        expect([address, former[`2.${index}.${address}`]]).toEqual([address, octets(row)]);
      }
      expect(Object.keys(former).filter((name) => name.startsWith('2.'))).toHaveLength(rows.length);
    }, PATIENCE);
  });
});

test('an agent that was killed leaves the switch routing, and the next one takes away what is not its own', async () => {
  await agent.save();
  await agent.kill();
  await expectReaching(true);
  const stale = '198.51.100.0/24 via 192.168.10.3 dev vlan1 metric 5000 proto 250';
  await lab.switch.ip('route', 'add', ...stale.split(' '));
  await lab.switch.ip(
    'neigh',
    'replace',
    '10.0.20.77',
    'lladdr',
    '02:00:00:00:00:77',
    'dev',
    'vlan20',
    'nud',
    'permanent',
  );
  await agent.start();
  const routes = async () => (await kernelRoutes()).trim();
  await vi.waitFor(
    async () => expect(await routes()).toMatch(/^203\.0\.113\.0\/24 via 192\.168\.10\.3 [^\n]*$/),
    PATIENCE,
  );
  expect(await lab.switch.ip('neigh', 'show', 'nud', 'permanent')).not.toContain('10.0.20.77');
  await expectReaching(true);
});
