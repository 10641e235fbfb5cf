import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { python } from '../../tests/namespaces/python.ts';
import { createBench, type OpenVSwitchBench } from '../../tests/openvswitch/bench.ts';
import { testPlan } from '../contract/test-plan.ts';
import { emptyPlan, type ForwardingPlan, type InterfacePlan, type RoutePlan, type VlanPlan } from '../plan.ts';

const PORTS = 3;

const ownInterface: InterfacePlan = {
  vlan: 1,
  name: 'vlan1',
  enabled: true,
  mac: '02-FA-CE-00-00-01',
  addresses: [{ address: '10.0.0.100', prefix: 24 }],
  dhcpClient: false,
};

function planOf(change: Partial<ForwardingPlan> = {}): ForwardingPlan {
  const plan = testPlan({ vlans: { 1: { untagged: '1-3' } }, interfaces: [ownInterface] });
  return { ...plan, ports: new Map([...plan.ports].filter(([port]) => port <= PORTS)), ...change };
}

const route: RoutePlan = { destination: '0.0.0.0/0', gateway: '10.0.0.1', vlan: 1, metric: 1 };

/** Serves one connection: answers what it reads to its end with a million octets. */
const SERVER = `
import socket, sys
server = socket.socket(); server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
server.bind((sys.argv[1], 8099)); server.listen(); print('ready', flush=True)
line, _ = server.accept(); size = 0
while True:
    piece = line.recv(1 << 16)
    if not piece: break
    size += len(piece)
line.sendall(b'%8d' % size + b'x' * 1000000); line.close()
`;
const CLIENT = `
import socket, sys
line = socket.create_connection((sys.argv[1], 8099), timeout=5); line.sendall(b'y' * 1000000); line.shutdown(socket.SHUT_WR)
answer = b''
while True:
    piece = line.recv(1 << 16)
    if not piece: break
    answer += piece
print(int(answer[:8]), len(answer) - 8)
`;

/** Whether a process runs; one that ended and waits to be reaped does not. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tX');
  return !/^State:\t[XZ]/m.test(status);
}

describe('Open vSwitch on a host', () => {
  let bench: OpenVSwitchBench;

  beforeEach(async () => {
    bench = await createBench(PORTS);
  });

  afterEach(async () => {
    await bench.close();
  });

  it('carries TCP of stations that leave checksums and segments to their cards, to each other and to the switch', async () => {
    const driver = await bench.startDriver();
    await driver.apply(planOf());
    const [first, second] = bench.lab.hosts;
    for (const [where, address] of [
      [bench.lab.switch, '10.0.0.100'],
      [second?.namespace, '10.0.0.2'],
    ] as const) {
      const server = where?.spawn(python, ['-c', SERVER, address], { stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise((resolve) => server?.stdout?.once('data', resolve));
      const { stdout } = (await first?.namespace.attempt(python, ['-c', CLIENT, address])) ?? { stdout: '' };
      expect(stdout.trim()).toBe('1000000 1000000');
    }
    await driver.stop();
  });

  it('tells through which port, VLAN and station a connection to the switch comes', async () => {
    const driver = await bench.startDriver();
    await driver.apply(planOf());
    expect(await bench.lab.host(2).reaches('10.0.0.100')).toBe(true);
    const mac = /ether ([0-9a-f:]+)/.exec(await bench.lab.host(2).namespace.ip('link', 'show', 'eth0'))?.[1];
    const clientMac = mac?.replaceAll(':', '-').toUpperCase();
    const connection = { localAddress: '10.0.0.100', localPort: 80, remoteAddress: '10.0.0.2' };
    expect(await driver.locate(connection)).toEqual({ port: 2, vlan: 1, clientMac });
    expect(await driver.locate({ ...connection, localAddress: '::ffff:10.0.0.100' })).toEqual({
      port: 2,
      vlan: 1,
      clientMac,
    });
    expect(
      await driver.locate({ ...connection, localAddress: '127.0.0.1', remoteAddress: '127.0.0.1' }),
    ).toBeUndefined();
    await driver.stop();
  });

  it('puts routes into the kernel beside those of the host, and takes away what a former switch left', async () => {
    const driver = await bench.startDriver();
    const routes = async () =>
      (await bench.lab.switch.ip('route', 'show', 'proto', '250')).trim().split(/\s*\n/).sort();
    await bench.lab.switch.ip('link', 'set', 'lo', 'up');
    await bench.lab.switch.ip('route', 'add', '203.0.113.0/24', 'dev', 'lo', 'metric', '7');
    const to = (...wanted: readonly string[]) =>
      planOf({
        routes: new Map(
          wanted.map((text): [string, RoutePlan] => {
            const [destination = '', gateway = '', metric = '1', vlan = '1'] = text.split(' ');
            return [destination, { destination, gateway, metric: Number(metric), vlan: Number(vlan) }];
          }),
        ),
      });
    await driver.apply(to('0.0.0.0/0 10.0.0.1', '203.0.113.0/24 10.0.0.2 5', '198.51.100.7/32 10.0.0.3 9'));
    const first = [
      '198.51.100.7 via 10.0.0.3 dev vlan1 metric 4104 onlink',
      '203.0.113.0/24 via 10.0.0.2 dev vlan1 metric 4100 onlink',
      'default via 10.0.0.1 dev vlan1 metric 4096 onlink',
    ];
    expect(await routes()).toEqual(first);
    // The interface is off for a moment, by which the kernel loses its routes.
    await driver.apply({ ...to(), interfaces: new Map([[1, { ...ownInterface, enabled: false }]]) });
    expect(await routes()).toEqual(['']);
    await driver.apply(to('0.0.0.0/0 10.0.0.1', '203.0.113.0/24 10.0.0.2 5', '198.51.100.7/32 10.0.0.3 9'));
    expect(await routes()).toEqual(first);
    await driver.kill();
    expect(await routes()).toEqual(first);
    const next = await bench.startDriver();
    await next.apply(to('0.0.0.0/0 10.0.0.2 3', '192.0.2.0/24 10.0.0.9 1 20'));
    expect(await routes()).toEqual(['default via 10.0.0.2 dev vlan1 metric 4098 onlink']);
    expect(await bench.lab.switch.ip('route', 'show', '203.0.113.0/24')).toContain('dev lo');
    await next.stop();
    expect(await routes()).toEqual(['']);
  });

  it('forgets a silent address after the ageing time, also after a change of it', async () => {
    const driver = await bench.startDriver();
    await driver.apply(planOf({ interfaces: new Map() }));
    const station = await bench.lab.host(1).station();
    const frame = Uint8Array.from([...Array(6).fill(0xff), 2, 0, 0, 0, 0, 7, 0x88, 0xb5, ...Array(50).fill(0)]);
    const learned = async () =>
      (await driver.forwardingDatabase()).filter(({ address }) => address === '02-00-00-00-00-07');
    station.send(frame);
    await expect.poll(learned).toHaveLength(1);
    await driver.apply(planOf({ interfaces: new Map(), learning: { constraint: 'independent', ageingTime: 10 } }));
    expect(await learned()).toMatchObject([{ port: 1, fid: 1, origin: 'learned' }]);
    await expect.poll(learned, { timeout: 15_000, interval: 200 }).toEqual([]);
    await driver.stop();
  });

  it('holds 4,094 VLANs', async () => {
    const driver = await bench.startDriver();
    const vlans = new Map<number, VlanPlan>();
    for (let vlan = 1; vlan <= 4094; vlan += 1)
      vlans.set(vlan, { members: 0b111n, untagged: vlan === 4094 ? 0b101n : 0n });
    const plan = planOf({ interfaces: new Map(), vlans });
    const ports = new Map([...plan.ports].map(([port, entry]) => [port, { ...entry, pvid: 4094 }]));
    await driver.apply({ ...plan, ports });
    expect(await bench.lab.host(1).reaches('10.0.0.3')).toBe(true);
    await driver.apply({ ...plan, ports, vlans: new Map(vlans).set(4094, { members: 0b010n, untagged: 0n }) });
    expect(await bench.lab.host(1).reaches('10.0.0.3', 1)).toBe(false);
    await driver.stop();
  });

  it('leaves the host as it was found', async () => {
    const look = async () => {
      const links = (await bench.lab.switch.ip('-o', 'link', 'show')).replaceAll(/<.*?>/g, (flags) =>
        flags.includes(',UP') ? 'up' : 'down',
      );
      const kernel = await bench.lab.switch.exec('sysctl', '-a', '--pattern', 'conf.p[0-9].(arp_ignore|rp_filter)');
      return { links, kernel, routes: await bench.lab.switch.ip('route') };
    };
    await bench.lab.switch.ip('link', 'set', 'p2', 'mtu', '1400');
    await bench.lab.switch.ip('link', 'set', 'p3', 'down');
    const before = await look();
    const driver = await bench.startDriver();
    await driver.apply(planOf({ routes: new Map([['0.0.0.0/0', route]]) }));
    const taken = await look();
    expect(taken).not.toEqual(before);
    // The host itself answers nothing at a port.
    expect(taken.kernel).toContain('p1.arp_ignore = 8');
    await driver.kill();
    const next = await bench.startDriver();
    await next.apply(planOf());
    const pidFiles = ['ovs-vswitchd.pid', 'ovsdb-server.pid'].map((name) =>
      readFile(join(bench.directory, name), 'utf8'),
    );
    const daemons = (await Promise.all(pidFiles)).map(Number);
    await next.stop();
    expect(await look()).toEqual(before);
    for (const pid of daemons) await expect.poll(() => isRunning(pid)).toBe(false);
    await expect(access(bench.directory)).rejects.toThrow();
  });

  it('gives a device back that is no longer named as a port', async () => {
    const look = () => bench.lab.switch.exec('sysctl', '-n', 'net.ipv4.conf.p3.arp_ignore');
    const before = await look();
    const driver = await bench.startDriver();
    await driver.apply(planOf({ interfaces: new Map() }));
    expect(await look()).not.toBe(before);
    await driver.kill();
    const next = await bench.startDriver({ ports: ['p1', 'p2'] });
    const vlans = new Map([[1, { members: 0b11n, untagged: 0b11n }]]);
    await next.apply(planOf({ interfaces: new Map(), vlans, ports: new Map([...planOf().ports].slice(0, 2)) }));
    expect(await look()).toBe(before);
    expect(await bench.lab.host(1).reaches('10.0.0.2')).toBe(true);
    // It is the host's again.
    await bench.lab.switch.ip('address', 'add', '192.0.2.5/24', 'dev', 'p3');
    await next.kill();
    await expect(bench.startDriver()).rejects.toThrow('Interface p3 has the address 192.0.2.5/24 of this host');
  });

  it('uses a running Open vSwitch in a bridge of its own, and leaves the rest of it alone', async () => {
    const owner = await bench.startDriver();
    await owner.kill();
    const vsctl = (...parameters: string[]) =>
      bench.lab.switch.exec('ovs-vsctl', '-t', '10', `--db=unix:${bench.directory}/db.sock`, ...parameters);
    await vsctl('del-br', 'faceplate', '--', 'add-br', 'other', '--', 'set', 'Bridge', 'other', 'datapath_type=netdev');
    await vsctl('remove', 'Open_vSwitch', '.', 'other_config', 'flow-restore-wait');
    // A system's Open vSwitch names its control socket by the process.
    const pid = (await bench.lab.switch.exec('cat', `${bench.directory}/ovs-vswitchd.pid`)).trim();
    await bench.lab.switch.exec('ln', '-s', 'vswitchd.ctl', `${bench.directory}/ovs-vswitchd.${pid}.ctl`);
    const guest = await bench.startDriver({ ovsdb: `unix:${bench.directory}/db.sock` });
    await guest.apply(planOf({ interfaces: new Map() }));
    expect(await bench.lab.host(1).reaches('10.0.0.2')).toBe(true);
    await guest.stop();
    expect((await vsctl('list-br')).trim()).toBe('other');
  });

  it('takes no device that the host uses, unless it is told to, and gives it back in the end', async () => {
    const host = bench.lab.switch;
    await host.ip('link', 'add', 'br7', 'type', 'bridge');
    await host.ip('link', 'set', 'p2', 'master', 'br7');
    await host.ip('address', 'add', '192.0.2.5/24', 'dev', 'p3');
    const masterOf = async (device: string) => /master (\S+)/.exec(await host.ip('link', 'show', device))?.[1];
    const only = '--take-ports takes it all the same.';
    await expect(bench.startDriver()).rejects.toThrow(`Interface p2 is a port of the bridge br7 on this host; ${only}`);
    await expect(bench.startDriver({ ports: ['p1', 'p3'] })).rejects.toThrow(
      `Interface p3 has the address 192.0.2.5/24 of this host; ${only}`,
    );
    await host.ip('route', 'add', 'default', 'via', '192.0.2.1', 'dev', 'p3');
    await expect(bench.startDriver({ ports: ['p1', 'p3'] })).rejects.toThrow(
      `Interface p3 leads to the default gateway of this host; ${only}`,
    );
    // The second hop of a route to several, and one of another table.
    await host.ip('address', 'flush', 'dev', 'p3');
    await host.ip('link', 'set', 'p3', 'up');
    await host.ip('link', 'set', 'p1', 'up');
    const hops = ['p1', 'p3'].flatMap((device) => ['nexthop', 'dev', device]);
    await host.ip('route', 'replace', 'default', 'scope', 'global', ...hops);
    await expect(bench.startDriver({ ports: ['p3'] })).rejects.toThrow('Interface p3 leads to the default gateway');
    await host.ip('route', 'del', 'default');
    await host.ip('route', 'add', 'default', 'dev', 'p3', 'table', '77');
    await expect(bench.startDriver({ ports: ['p3'] })).rejects.toThrow('Interface p3 leads to the default gateway');
    await host.ip('route', 'flush', 'table', '77');
    await host.ip('link', 'add', 'link', 'p3', 'name', 'upper', 'type', 'macvlan');
    await expect(bench.startDriver({ ports: ['p3'] })).rejects.toThrow(
      `Interface p3 carries the interface upper of this host; ${only}`,
    );
    await host.ip('link', 'del', 'upper');
    expect(await masterOf('p2')).toBe('br7');
    const driver = await bench.startDriver({ takesUsed: true });
    await driver.apply(planOf({ interfaces: new Map() }));
    expect(await masterOf('p2')).toBeUndefined();
    expect(await bench.lab.host(1).reaches('10.0.0.2')).toBe(true);
    await driver.stop();
    expect(await masterOf('p2')).toBe('br7');
  });

  it('says in one sentence what stands in its way', async () => {
    await expect(bench.startDriver({ ports: ['eth9'] })).rejects.toThrow('Interface eth9 does not exist on this host.');
    await expect(bench.startDriver({ ports: ['eth8', 'eth9'] })).rejects.toThrow(
      'None of the 2 interfaces named for the ports exists on this host.',
    );
    await expect(bench.startDriver({ ports: ['p1', 'lo'] })).rejects.toThrow(/^Interface lo cannot be a port: /);
    await expect(bench.startDriver({ ports: [] })).rejects.toThrow(
      'Name the interfaces that are the ports: --ports eth1,eth2,…',
    );
    await expect(bench.startDriver({ ovsdb: 'unix:/nowhere/db.sock' })).rejects.toThrow(
      'No Open vSwitch database answers at /nowhere/db.sock.',
    );
    const driver = await bench.startDriver();
    await driver.apply(planOf());
    const [first] = planOf().ports.values();
    if (!first) throw new Error('The plan has no port.');
    await expect(driver.apply(planOf({ ports: new Map([[1, { ...first, mode: '100F' }]]) }))).rejects.toThrow(/Port 1/);
    await expect(driver.apply(planOf({ ports: new Map([[9, first]]) }))).rejects.toThrow(
      'Port 9 does not exist; this switch has ports 1 to 3.',
    );
    await expect(
      driver.apply({ ...emptyPlan, vlans: new Map([[4095, { members: 0n, untagged: 0n }]]) }),
    ).rejects.toThrow('VLAN 4095 is outside 1 to 4094.');
    expect(await bench.lab.host(1).reaches('10.0.0.2')).toBe(true);
    await driver.stop();
  });
});
