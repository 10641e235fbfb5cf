import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
