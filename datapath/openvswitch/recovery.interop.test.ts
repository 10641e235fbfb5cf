import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBench, type OpenVSwitchBench } from '../../tests/openvswitch/bench.ts';
import type { DriverProcess } from '../../tests/openvswitch/driver-process.ts';
import { testPlan, type WantedPlan } from '../contract/test-plan.ts';
import type { ForwardingPlan, InterfacePlan } from '../plan.ts';
import { formatMatch } from './openflow/match.ts';
import { Table } from './pipeline/layout.ts';
import { holds, Register } from './pipeline/registers.ts';

const PORTS = 4;

const ownInterface: InterfacePlan = {
  vlan: 1,
  name: 'vlan1',
  enabled: true,
  mac: '02-FA-CE-00-00-01',
  addresses: [{ address: '10.0.0.100', prefix: 24 }],
  dhcpClient: false,
};

/** Hosts 1, 2 and the switch in VLAN 1, host 3 by itself in VLAN 30, host 4 an analyser of port 1. */
const wanted: WantedPlan = {
  ports: { 3: { pvid: 30 } },
  vlans: { 1: { untagged: '1,2,4' }, 30: { untagged: '3' } },
  mirrors: [{ target: 4, ingress: '1' }],
  interfaces: [ownInterface],
};

function planOf(differing: WantedPlan = {}): ForwardingPlan {
  const plan = testPlan({ ...wanted, ...differing });
  return { ...plan, ports: new Map([...plan.ports].filter(([port]) => port <= PORTS)) };
}

describe('after a death', () => {
  let bench: OpenVSwitchBench;
  let driver: DriverProcess;

  beforeAll(async () => {
    bench = await createBench(PORTS);
    driver = await bench.startDriver();
    await driver.apply(planOf());
  });

  afterAll(async () => {
    await driver.stop();
    await bench.close();
  });

  async function expectForwarding(seconds: number): Promise<void> {
    const [first, , third] = bench.lab.hosts;
    expect(await first?.reaches('10.0.0.2', seconds)).toBe(true);
    expect(await first?.reaches('10.0.0.100', seconds)).toBe(true);
    expect(await third?.reaches('10.0.0.1', 1)).toBe(false);
    const capture = await bench.lab.host(4).capture('icmp');
    await first?.reaches('10.0.0.2', seconds);
    await capture.line(/10\.0\.0\.1 > 10\.0\.0\.2: ICMP echo request/);
    await capture.stop();
  }

  async function signal(pidFile: string, name: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
    const pid = Number(await readFile(join(bench.directory, pidFile), 'utf8'));
    process.kill(pid, name);
  }

  it('everything is as wanted before', () => expectForwarding(5));

  it.each(['ovs-vswitchd', 'ovsdb-server'])('of %s that hangs a change is made within seconds', async (daemon) => {
    const reports = bench.reports.length;
    const began = performance.now();
    await signal(`${daemon}.pid`, 'SIGSTOP');
    await driver.apply(planOf({ vlans: { 1: { untagged: '1,2,4' }, 30: { untagged: '3' }, 40: { tagged: '1,2' } } }));
    // Questions and changes are patient for ten seconds and more.
    expect(performance.now() - began).toBeLessThan(9500);
    await driver.apply(planOf());
    await expectForwarding(5);
    await expect
      .poll(() => bench.reports.slice(reports), { timeout: 10_000 })
      .toEqual([`${daemon} ended unexpectedly.`, 'Open vSwitch is running again and forwards as before.']);
  });

  it('of ovs-vswitchd that hangs it is replaced, though nothing is asked of it', async () => {
    const pid = () => readFile(join(bench.directory, 'ovs-vswitchd.pid'), 'utf8');
    const [reports, former] = [bench.reports.length, await pid()];
    await signal('ovs-vswitchd.pid', 'SIGSTOP');
    await expectForwarding(20);
    expect(await pid()).not.toBe(former);
    expect(bench.reports.slice(reports)).toEqual([
      'ovs-vswitchd ended unexpectedly.',
      'Open vSwitch is running again and forwards as before.',
    ]);
  });

  it('of ovs-vswitchd frames go the same ways within seconds', async () => {
    const reports = bench.reports.length;
    await signal('ovs-vswitchd.pid', 'SIGKILL');
    await expectForwarding(5);
    expect(bench.reports.slice(reports)).toEqual([
      'ovs-vswitchd ended unexpectedly.',
      'Open vSwitch is running again and forwards as before.',
    ]);
    await driver.apply(planOf({ vlans: { 1: { untagged: '1,2,3,4' } }, ports: {} }));
    expect(await bench.lab.host(3).reaches('10.0.0.1', 5)).toBe(true);
    await driver.apply(planOf());
  });

  it('of ovsdb-server, too', async () => {
    const reports = bench.reports.length;
    await signal('ovsdb-server.pid', 'SIGKILL');
    await expectForwarding(10);
    await expect
      .poll(() => bench.reports.slice(reports), { timeout: 10_000 })
      .toEqual(['ovsdb-server ended unexpectedly.', 'Open vSwitch is running again and forwards as before.']);
    await driver.apply(planOf({ ports: { 2: { admin: false }, 3: { pvid: 30 } } }));
    await expect.poll(() => bench.lab.host(2).carrier()).toBe('down');
    await driver.apply(planOf());
    await expectForwarding(5);
  });

  it('of both at once', async () => {
    await signal('ovsdb-server.pid', 'SIGKILL');
    await signal('ovs-vswitchd.pid', 'SIGKILL');
    await expectForwarding(15);
  });

  it('of a daemon in the middle of a change the change is made all the same', async () => {
    await signal('ovs-vswitchd.pid', 'SIGKILL');
    await driver.apply(planOf({ vlans: { 1: { untagged: '1,2,4' }, 30: { untagged: '3' }, 40: { tagged: '1,2' } } }));
    await driver.apply(planOf());
    await expectForwarding(5);
  });

  it('of the agent frames go on, also while the next agent takes over, and its first plan replaces the last one', async () => {
    await driver.apply(planOf({ vlans: { 1: { untagged: '1,2,4' }, 30: { untagged: '3' }, 50: { untagged: '1,3' } } }));
    await expectForwarding(5);
    await driver.kill();
    await expectForwarding(5);
    const count = 60;
    const pinging = bench.lab
      .host(1)
      .namespace.attempt('ping', ['-n', '-q', '-i', '0.05', '-c', String(count), '10.0.0.100']);
    driver = await bench.startDriver();
    await driver.apply(planOf());
    const { stdout } = await pinging;
    expect(Number(/(\d+) received/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(count - 1);
    await expectForwarding(5);
    const rules = await bench.lab.switch.exec(
      'ovs-ofctl',
      'dump-flows',
      `unix:${bench.directory}/faceplate.mgmt`,
      `table=${Table.vlan}`,
    );
    expect(rules).toContain(formatMatch([holds(Register.vlan, 30)]));
    expect(rules).not.toContain(formatMatch([holds(Register.vlan, 50)]));
  });

  it('of agent and ovs-vswitchd the next agent brings all back', async () => {
    await driver.kill();
    await signal('ovs-vswitchd.pid', 'SIGKILL');
    driver = await bench.startDriver();
    await driver.apply(planOf());
    await expectForwarding(5);
  });

  it('of a cable, a new one under the same name is taken', async () => {
    await bench.lab.replug(2);
    await bench.lab.host(2).address('10.0.0.2/24');
    await expect.poll(() => bench.reports.at(-1), { timeout: 5000 }).toMatch(/p2 was created again and is port 2/);
    await expectForwarding(5);
  });
});
