// @long-running

import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { macAt } from '../../protocols/frames/addresses.ts';
import { createLab, type Host, type Lab } from '../namespaces/lab.ts';
import { killed } from '../namespaces/namespace.ts';
import { python } from '../namespaces/python.ts';
import { LabAgent } from './lab-agent.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };

const streams = {
  IPv4: { group: '239.1.2.3', mac: '01-00-5E-01-02-03' },
  IPv6: { group: 'ff15::1234', mac: '33-33-00-00-12-34' },
};
type Family = keyof typeof streams;

/** Sends to both groups twenty times a second, and prints a line each time. */
const sender = `
import socket, time
four = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
four.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 4)
four.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton('192.168.10.1'))
six = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
six.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, socket.if_nametoindex('eth0'))
while True:
    for one, to in ((four, ('239.1.2.3', 5000)), (six, ('ff15::1234', 5000))):
        try: one.sendto(b'tick', to)
        except OSError: pass
    print('tick', flush=True)
    time.sleep(0.05)
`;

/** Listens to a group until it is ended. */
const listener = `
import socket, struct, sys, time
group, index = sys.argv[1], socket.if_nametoindex('eth0')
if ':' in group:
    one = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
    one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, socket.inet_pton(socket.AF_INET6, group) + struct.pack('@I', index))
else:
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(group) + struct.pack('@4si', bytes(4), index))
time.sleep(3600)
`;

let lab: Lab;
let agent: LabAgent;
let ticks = 0;
/** Frames of each stream that reached each host since looked at last. */
const arrived = new Map<string, number>();

async function prepare({ namespace, port, station }: Host): Promise<void> {
  const every = ['all', 'default', 'eth0'].map((where) => `net.ipv6.conf.${where}.disable_ipv6=0`);
  await namespace.exec('sysctl', '-qw', ...every);
  const watch = await station();
  watch.onFrame = (frame) => {
    const mac = macAt(frame, 0);
    for (const [family, stream] of Object.entries(streams)) {
      if (mac === stream.mac) arrived.set(`${family} ${port}`, (arrived.get(`${family} ${port}`) ?? 0) + 1);
    }
  };
}

beforeAll(async () => {
  lab = await createLab({ ports: 4 });
  for (const host of lab.hosts) {
    await host.address(`192.168.10.${host.port}/24`);
    await host.namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
    await prepare(host);
  }
  agent = new LabAgent(lab);
  await agent.start();
  await agent.set('igsCtrl', { igsStatus: 1, igsQuerierStatus: 1, igsQueryInterval: 60 });
  await agent.set('mldsCtrl', { mldsStatus: 1, mldsQuerierStatus: 1, mldsQueryInterval: 60, mldsQuerierVersion: 2 });
  await agent.set('multicastFilterEntry', { dot1qVlanIndex: 1, multicastFilterMode: 3 });
  await agent.save();
  const sends = lab.host(1).namespace.spawn(python, ['-c', sender], { stdio: ['ignore', 'pipe', 'inherit'] });
  sends.stdout?.on('data', (text) => {
    ticks += String(text).split('\n').length - 1;
  });
  await vi.waitFor(() => expect(ticks).toBeGreaterThan(0), PATIENCE);
}, 180_000);

afterAll(async () => {
  await agent.stop();
  await lab.close();
}, 60_000);

/** The hosts that twenty frames of a stream in a row reach, at least most of them. */
async function reached(family: Family): Promise<number[]> {
  for (const key of arrived.keys()) arrived.set(key, 0);
  const until = ticks + 20;
  await expect.poll(() => ticks, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(until);
  return [2, 3, 4].filter((port) => (arrived.get(`${family} ${port}`) ?? 0) > 10);
}

const reaches = (family: Family, hosts: readonly number[]) =>
  expect.poll(() => reached(family), { timeout: 60_000, interval: 100 }).toEqual(hosts);

function joins(port: number, family: Family): ChildProcess {
  return lab.host(port).namespace.spawn(python, ['-c', listener, streams[family].group], { stdio: 'inherit' });
}

async function speaks(port: number, family: Family, version: number): Promise<void> {
  const name = family === 'IPv4' ? 'net.ipv4.conf.eth0.force_igmp_version' : 'net.ipv6.conf.eth0.force_mld_version';
  await lab.host(port).namespace.exec('sysctl', '-qw', `${name}=${version}`);
}

describe('on Open vSwitch, hosts that join a group', () => {
  test.each([
    ['IPv4', 2, 3],
    ['IPv6', 1, 2],
  ] as const)(
    'of %s by version %i and %i get its stream until they leave, and others do not',
    async (family, older, newer) => {
      await speaks(2, family, older);
      await speaks(3, family, newer);
      await reaches(family, []);
      const first = joins(2, family);
      await reaches(family, [2]);
      const second = joins(3, family);
      await reaches(family, [2, 3]);
      await killed(first);
      await reaches(family, [3]);
      await killed(second);
      await reaches(family, []);
    },
    180_000,
  );

  test('get it again after the daemons, and the agent, have died', async () => {
    const listeners = [joins(2, 'IPv4'), joins(3, 'IPv6')];
    const all = async () => {
      await reaches('IPv4', [2]);
      await reaches('IPv6', [3]);
    };
    await all();
    for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
      await agent.killDaemon(daemon);
      await all();
    }
    await agent.kill();
    await agent.start();
    await all();
    for (const one of listeners) await killed(one);
    for (const family of ['IPv4', 'IPv6'] as const) await reaches(family, []);
  }, 300_000);
});

test('the switch leaves asking to a Linux bridge with a lower address, and follows its port', async () => {
  const rows = () => agent.rows('igsVlanFilterEntry');
  await expect.poll(rows, PATIENCE).toMatchObject([{ igsVlanQuerierState: 1 }]);
  const { namespace } = lab.host(4);
  await namespace.ip('link', 'add', 'br0', 'type', 'bridge', 'mcast_snooping', '1', 'mcast_querier', '1');
  await namespace.ip('address', 'flush', 'dev', 'eth0');
  await namespace.ip('address', 'add', '192.168.10.4/24', 'dev', 'br0');
  await namespace.exec('sh', '-c', 'echo 1 > /sys/class/net/br0/bridge/multicast_query_use_ifaddr');
  await namespace.ip('link', 'set', 'eth0', 'master', 'br0');
  await namespace.ip('link', 'set', 'br0', 'up');
  await expect.poll(rows, PATIENCE).toMatchObject([{ igsVlanQuerierState: 2 }]);
  expect(await agent.rows('igsVlanRouterEntry')).toMatchObject([{ igsVlanDynamicRouterPorts: '4' }]);
  // What leads to a router gets every group.
  await reaches('IPv4', [4]);
}, 180_000);

describe('on Open vSwitch, a multicast VLAN', () => {
  const create = (object: string, values: Readonly<Record<string, string | number>>) =>
    agent.set(object, { RowStatus: 4, ...values });

  test('brings hosts of other VLANs its stream, once, and nobody else; also after daemon and agent have died', async () => {
    const hosts = [
      [20, 2],
      [30, 3],
    ] as const;
    for (const [vlan, port] of hosts) {
      await create('dot1qVlanStaticEntry', { dot1qVlanIndex: vlan, dot1qVlanStaticEgressPorts: `${port}` });
      await agent.set('dot1qPortVlanEntry', { dot1dBasePort: port, dot1qPvid: vlan });
    }
    const stay = { dot1qVlanStaticEgressPorts: '1,4', dot1qVlanStaticUntaggedPorts: '1,4' };
    await agent.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 1, ...stay });
    for (const [vlan, port] of hosts) {
      await agent.set('dot1qVlanStaticEntry', { dot1qVlanIndex: vlan, dot1qVlanStaticUntaggedPorts: `${port}` });
    }
    await agent.set('multicastVlanCtrl', { multicastVlanStatus: 1 });
    await create('multicastVlanEntry', {
      multicastVlanId: 100,
      multicastVlanName: 'streams',
      multicastVlanReceiverUntagged: '2-3',
      multicastVlanSourceUntagged: '1',
    });
    await create('multicastVlanGroupEntry', { multicastVlanGroupName: 'all' });
    await create('multicastVlanGroupRangeEntry', {
      multicastVlanGroupName: 'all',
      multicastVlanGroupStart: '239.1.2.0',
      multicastVlanGroupEnd: '239.1.2.9',
    });
    await create('multicastVlanAssocEntry', { multicastVlanId: 100, multicastVlanGroupName: 'all' });
    await agent.save();

    // Host 4 leads to a router of VLAN 1, where the stream would be if it were of that VLAN.
    await reaches('IPv4', []);
    const [first, second, foreign] = [joins(2, 'IPv4'), joins(3, 'IPv4'), joins(3, 'IPv6')];
    await reaches('IPv4', [2, 3]);
    const frames = [2, 3].map((port) => arrived.get(`IPv4 ${port}`) ?? 0);
    expect(Math.max(...frames)).toBeLessThan(30);
    expect(await reached('IPv6')).not.toContain(3);
    expect(await agent.rows('multicastVlanEntry')).toMatchObject([{ multicastVlanActiveGroups: 1 }]);

    await killed(first);
    await reaches('IPv4', [3]);
    for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
      await agent.killDaemon(daemon);
      await reaches('IPv4', [3]);
    }
    await agent.kill();
    await agent.start();
    await reaches('IPv4', [3]);
    for (const one of [second, foreign]) await killed(one);
    await reaches('IPv4', []);
  }, 300_000);
});
