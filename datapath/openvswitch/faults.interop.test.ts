import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBench, type OpenVSwitchBench } from '../../tests/openvswitch/bench.ts';
import type { DriverProcess } from '../../tests/openvswitch/driver-process.ts';
import { testPlan, type WantedPlan } from '../contract/test-plan.ts';
import type { ForwardingPlan, InterfacePlan, RoutePlan } from '../plan.ts';
import { emptyState } from '../state.ts';

const PORTS = 3;

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
      .toBe('Open vSwitch runs again and forwards as before.');
    expect((await driver.portStates()).get(3)?.link).toBe('down');
    expect((await driver.portStates()).get(1)?.link).toBe('up');
    // What is set meanwhile is in force when it comes back.
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
    expect(bench.reports).toEqual(['Interface p3 does not exist; its port is down until it does.']);
    expect((await driver.portStates()).get(3)?.link).toBe('down');
    await bench.lab.replug(3);
    await bench.lab.host(3).address('10.0.0.3/24');
    expect(await bench.lab.host(1).reaches('10.0.0.3', 10)).toBe(true);
    await expect.poll(async () => (await driver.portStates()).get(3)?.link).toBe('up');
    await expect.poll(() => bench.reports.at(-1)).toBe('Interface p3 is there now and is port 3.');
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
