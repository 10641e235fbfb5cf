import { readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mustRun } from '../../tests/namespaces/command.ts';
import { createBench, type OpenVSwitchBench } from '../../tests/openvswitch/bench.ts';
import type { DriverProcess } from '../../tests/openvswitch/driver-process.ts';
import { testPlan, type WantedPlan } from '../contract/test-plan.ts';
import type { ForwardingPlan, InterfacePlan, RoutePlan } from '../plan.ts';
import { emptyState } from '../state.ts';
import { kernelForwards } from './forwarder.ts';

const PORTS = 3;

const isKernelAble = await kernelForwards();

const ownInterface: InterfacePlan = {
  vlan: 1,
  name: 'vlan1',
  enabled: true,
  mac: '02-FA-CE-00-00-01',
  addresses: [{ address: '10.0.0.100', prefix: 24 }],
  dhcpClient: false,
};

const route: RoutePlan = { destination: '0.0.0.0/0', gateway: '10.0.0.1', vlan: 1, metric: 1 };

/** Every host and the switch in VLAN 1, with a default route. */
function planOf(differing: WantedPlan = {}): ForwardingPlan {
  const plan = testPlan({
    vlans: { 1: { untagged: '1-3' } },
    interfaces: [ownInterface],
    routes: [route],
    ...differing,
  });
  const ports = new Map([...plan.ports].filter(([port]) => port <= PORTS));
  return { ...plan, ports };
}

describe('a fault', () => {
  let bench: OpenVSwitchBench;

  beforeEach(async () => {
    bench = await createBench(PORTS);
  });

  afterEach(async () => {
    await bench.close();
  });

  async function kill(program: 'ovs-vswitchd' | 'ovsdb-server'): Promise<void> {
    process.kill(Number(await readFile(join(bench.directory, `${program}.pid`), 'utf8')), 'SIGKILL');
  }

  it('of one device that refuses the frame size of its port holds up neither the start nor a recovery, and is told', async () => {
    const { switch: host } = bench.lab;
    // Its packets are wrapped into those of p3: they have to be shorter.
    await host.ip(
      'link',
      'add',
      'vx0',
      'type',
      'vxlan',
      'id',
      '5',
      'remote',
      '192.0.2.1',
      'dev',
      'p3',
      'dstport',
      '4789',
    );
    const driver = await bench.startDriver({ ports: ['p1', 'p2', 'vx0'] });
    await driver.apply(planOf());
    const refused = 'Interface vx0 refuses frames of 1522 octets.';
    expect(bench.reports).toEqual([refused]);
    expect(await host.ip('link', 'show', 'vx0')).toContain('LOWER_UP');
    await kill('ovs-vswitchd');
    await expect.poll(() => bench.reports).toHaveLength(4);
    expect(bench.reports.slice(1)).toEqual([
      'ovs-vswitchd ended unexpectedly.',
      refused,
      'Open vSwitch is running again and forwards as before.',
    ]);
    expect(await bench.lab.host(1).reaches('10.0.0.2', 5)).toBe(true);
    // A port that stays as it is does not prevent repairs of foreign changes, every time.
    for (const rounds of [1, 2]) {
      await host.ip('link', 'set', 'p1', 'mtu', '1400');
      const told = 'The MTU of interface p1 had been changed. It was repaired.';
      await expect
        .poll(() => bench.reports.filter((report) => report.includes('MTU')), { timeout: 20_000 })
        .toEqual(Array(rounds).fill(told));
    }
    const jumbo = planOf();
    const [, , third] = jumbo.ports.values();
    if (!third) throw new Error('no port 3');
    const ports = new Map(jumbo.ports).set(3, { ...third, maximumFrame: 9216 });
    await expect(driver.apply({ ...jumbo, ports })).rejects.toThrow('Interface vx0 refuses frames of 9216 octets.');
    await driver.stop();
  });

  async function forwarding(): Promise<DriverProcess> {
    const driver = await bench.startDriver();
    await driver.apply(planOf());
    await expectForwarding(5);
    return driver;
  }

  async function expectForwarding(seconds: number): Promise<void> {
    expect(await bench.lab.host(1).reaches('10.0.0.2', seconds)).toBe(true);
    expect(await bench.lab.host(1).reaches('10.0.0.100', seconds)).toBe(true);
  }

  const routes = () => bench.lab.switch.ip('route', 'show', 'default');

  it('of ovs-vswitchd while an interface is missing costs that port alone, until its cable is back', async () => {
    const driver = await forwarding();
    await bench.lab.unplug(3);
    await kill('ovs-vswitchd');
    await expectForwarding(10);
    await expect
      .poll(() => bench.reports.at(-1), { timeout: 10_000 })
      .toBe('Open vSwitch is running again and forwards as before.');
    expect((await driver.portStates()).get(3)?.link).toBe('down');
    expect((await driver.portStates()).get(1)?.link).toBe('up');
    // Settings made meanwhile are in force when it comes back.
    await driver.apply(planOf({ ports: { 2: { maximumFrame: 9216 }, 3: { maximumFrame: 9216, bpduPass: true } } }));
    await driver.apply(planOf({ ports: { 3: { admin: false } } }));
    await driver.apply(planOf({ ports: { 3: { maximumFrame: 9216 } } }));
    await bench.lab.replug(3);
    await bench.lab.host(3).address('10.0.0.3/24');
    expect(await bench.lab.host(1).reaches('10.0.0.3', 10)).toBe(true);
    await expect.poll(() => bench.lab.switch.ip('link', 'show', 'p3')).toContain('mtu 9194');
    await driver.stop();
  });

  it('of an interface at the start costs its port alone, until it comes', async () => {
    await bench.lab.unplug(3);
    const driver = await bench.startDriver();
    await driver.apply(planOf({ ports: { 3: { maximumFrame: 9216 } } }));
    await expectForwarding(5);
    expect(bench.reports).toEqual(['Interface p3 does not exist; its port stays down until it does.']);
    expect((await driver.portStates()).get(3)?.link).toBe('down');
    await bench.lab.replug(3);
    await bench.lab.host(3).address('10.0.0.3/24');
    expect(await bench.lab.host(1).reaches('10.0.0.3', 10)).toBe(true);
    await expect.poll(async () => (await driver.portStates()).get(3)?.link).toBe('up');
    await expect.poll(() => bench.reports.at(-1)).toBe('Interface p3 now exists and is port 3.');
    expect(await bench.lab.switch.ip('link', 'show', 'p3')).toContain('mtu 9194');
    await driver.stop();
  });

  it.for(['ovsdb-server', 'ovs-vswitchd'] as const)(
    'of %s while tables are read and plans change delays the answers, and no more',
    { timeout: 15_000 },
    async (program) => {
      const driver = await forwarding();
      const reads = [driver.forwardingDatabase(), driver.portCounters()];
      await kill(program);
      const change = driver.apply(planOf({ vlans: { 1: { untagged: '1-3' }, 20: { tagged: '1-3' } } }));
      const mirror = driver.apply(
        planOf({ vlans: { 1: { untagged: '1-2' } }, mirrors: [{ target: 3, ingress: '1' }] }),
      );
      await Promise.all([
        ...reads,
        change,
        mirror,
        driver.forwardingDatabase(),
        driver.portCounters(),
        driver.flush({}),
      ]);
      await expectForwarding(5);
      await driver.stop();
    },
  );

  it.each(['ovs-vswitchd', 'ovsdb-server'] as const)('of %s on a full disk is got over elsewhere', async (daemon) => {
    const home = dirname(bench.directory);
    await mustRun('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', home);
    try {
      const driver = await forwarding();
      await bench.lab.switch.attempt('dd', ['if=/dev/zero', `of=${home}/full`, 'bs=64k']);
      await kill(daemon);
      await expectForwarding(15);
      await expect
        .poll(() => bench.reports, { timeout: 10_000 })
        .toEqual([
          `${daemon} ended unexpectedly.`,
          expect.stringMatching(/^Open vSwitch stores its files outside the agent's folder, because .*ENOSPC/),
          'Open vSwitch is running again and forwards as before.',
        ]);
      await driver.apply(planOf({ vlans: { 1: { untagged: '1-3' }, 7: { tagged: '1' } } }));
      await driver.stop();
    } finally {
      await mustRun('umount', home);
    }
  });

  it('of a second agent on the same switch is one sentence, and the first one’s switch goes on', async () => {
    const driver = await forwarding();
    const sentence = `Another agent drives the bridge faceplate of the Open vSwitch at ${bench.directory}/db.sock already.`;
    await expect(bench.startDriver()).rejects.toThrow(sentence);
    // A system's Open vSwitch names its control socket by the process.
    const pid = (await readFile(join(bench.directory, 'ovs-vswitchd.pid'), 'utf8')).trim();
    await symlink('vswitchd.ctl', join(bench.directory, `ovs-vswitchd.${pid}.ctl`));
    await expect(
      bench.startDriver({ directory: `${bench.directory}2`, ovsdb: `unix:${bench.directory}/db.sock` }),
    ).rejects.toThrow(sentence);
    await expect(bench.startDriver({ directory: `${bench.directory}2` })).rejects.toThrow(
      'Open vSwitch cannot make its datapath: another one already runs in this network namespace (attach to it with --ovsdb).',
    );
    await expectForwarding(1);
    expect(await routes()).toContain('via 10.0.0.1 dev vlan1');
    expect(await bench.lab.switch.ip('link', 'show', 'p1')).toContain('state UP');
    await driver.apply(planOf({ vlans: { 1: { untagged: '1,2' } } }));
    await driver.stop();
    expect(await routes()).toBe('');
  });

  it.skipIf(isKernelAble)('of a kernel that is to forward and has no module for it is one sentence', async () => {
    await expect(bench.startDriver({ directory: `${bench.directory}3`, forwarder: 'system' })).rejects.toThrow(
      /^The kernel of this host has no Open vSwitch datapath: load its module \(modprobe openvswitch\), or start with --ovs-datapath netdev\.$/,
    );
  });

  it('of a start that fails leaves a switch without an agent as it is', async () => {
    const driver = await forwarding();
    await driver.kill();
    await expect(bench.startDriver({ ports: ['p1', 'p2', 'lo'] })).rejects.toThrow(/^Interface lo cannot be a port/);
    await expectForwarding(1);
    expect(await routes()).toContain('via 10.0.0.1 dev vlan1');
    // One that starts and stops before it is given a plan has nothing of its own either.
    const brief = await bench.startDriver();
    await brief.stop();
    await expectForwarding(1);
    const next = await bench.startDriver();
    await next.apply({ ...planOf(), routes: new Map() });
    await expectForwarding(1);
    expect(await routes()).toBe('');
    await next.stop();
  });

  it('keeps no state from the switch: what protocols decided is in force at once, and after a recovery', async () => {
    const driver = await bench.startDriver();
    const plan = planOf({ vlans: { 1: { untagged: '1,3' } } });
    await driver.apply(plan);
    expect(await bench.lab.host(1).reaches('10.0.0.2', 1)).toBe(false);
    const joined = { members: 0b010n, untagged: 0b010n };
    driver.update({ ...emptyState, memberships: new Map([[1, joined]]) });
    await expectForwarding(2);
    await driver.apply(planOf({ vlans: { 1: { untagged: '1,3' }, 7: { tagged: '1' } } }));
    await expectForwarding(1);
    await kill('ovs-vswitchd');
    await expectForwarding(5);
    await driver.apply(plan);
    driver.update(emptyState);
    await driver.environment();
    expect(await bench.lab.host(1).reaches('10.0.0.2', 1)).toBe(false);
    expect((await driver.forwardingDatabase()).map(({ port }) => port)).not.toContain(2);
    await driver.stop();
  });

  it('of a link makes no sent frame count', async () => {
    const driver = await forwarding();
    const sent = async (port: number) => (await driver.portCounters()).get(port)?.outMulticast;
    await bench.lab.host(3).setLink('down');
    await expect.poll(async () => (await driver.portStates()).get(3)?.link).toBe('down');
    const before = await sent(3);
    const frame = Uint8Array.from([1, 0x80, 0xc2, 0, 0, 0x0e, 2, 0, 0, 0, 0, 1, 0x88, 0xcc, ...Array(46).fill(0)]);
    for (const port of [2, 3]) driver.transmit(port, frame);
    await expect.poll(() => sent(2), { timeout: 5000 }).toBeGreaterThan(0n);
    expect(await sent(3)).toBe(before);
    await driver.stop();
  });
});
