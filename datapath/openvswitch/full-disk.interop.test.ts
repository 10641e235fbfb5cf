import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mustRun } from '../../tests/namespaces/command.ts';
import { createBench, type OpenVSwitchBench } from '../../tests/openvswitch/bench.ts';
import type { DriverProcess } from '../../tests/openvswitch/driver-process.ts';
import { testPlan } from '../contract/test-plan.ts';

/** By a trunk of one member, so that there is a group, too. */
const whole = testPlan({
  vlans: { 1: { untagged: '1-4' } },
  trunks: { 5001: '2' },
  interfaces: [
    {
      vlan: 1,
      name: 'vlan1',
      enabled: true,
      mac: '02-FA-CE-00-00-01',
      addresses: [{ address: '10.0.0.100', prefix: 24 }],
      dhcpClient: false,
    },
  ],
});
const plan = { ...whole, ports: new Map([...whole.ports].filter(([port]) => port <= 4)) };
const PATIENCE = { timeout: 40_000, interval: 200 };
const RULES = 'Rules of the bridge had been changed. It was repaired.';
const WRITE_FAILED = /conf\.db: write failed/;

let bench: OpenVSwitchBench;
let driver: DriverProcess;
let home: string;

beforeEach(async () => {
  bench = await createBench(4);
  home = dirname(bench.directory);
  await mustRun('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', home);
  driver = await bench.startDriver();
  await driver.apply(plan);
});

afterEach(async () => {
  await driver.stop();
  await mustRun('umount', '-l', home);
  await bench.close();
});

const vsctl = (...words: string[]) =>
  bench.lab.switch.attempt('ovs-vsctl', ['-t', '10', '--no-wait', `--db=unix:${bench.directory}/db.sock`, ...words]);
const ofctl = (words: string) =>
  bench.lab.switch.exec('ovs-ofctl', '-O', 'OpenFlow14', words, `unix:${bench.directory}/faceplate.mgmt`);

/** Until the database refuses to write: what it has begun to use of a page is still free. */
async function fillDisk(): Promise<void> {
  await bench.lab.switch.attempt('dd', ['if=/dev/zero', `of=${home}/full`, 'bs=4k']);
  const long = 'x'.repeat(1000);
  for (let at = 0; (await vsctl('set', 'Open_vSwitch', '.', `external_ids:x=${long}${at}`)).code === 0; at += 1) {
    expect(at).toBeLessThan(100);
  }
}

const freeDisk = () => rm(`${home}/full`);

it('rules and groups that are removed while the disk of the database is full are put right and told', async () => {
  await fillDisk();
  await ofctl('del-flows');
  await ofctl('del-groups');
  await expect.poll(() => bench.reports, PATIENCE).toContain(RULES);
  expect(await bench.lab.host(1).reaches('10.0.0.2', 5)).toBe(true);
  expect(await bench.lab.host(1).reaches('10.0.0.100', 5)).toBe(true);
  expect(bench.reports.filter((report) => WRITE_FAILED.test(report))).toEqual([]);
});

it('ports that are removed then cost nobody else the rules, are told, and come back once there is room', async () => {
  await bench.lab.unplug(4);
  await vsctl('del-port', 'p3');
  await fillDisk();
  await ofctl('del-flows');
  await bench.lab.replug(4);
  const gone = 'Interface p3 had been removed from the bridge. It could not be repaired: ';
  await expect.poll(() => bench.reports.join('\n'), PATIENCE).toContain(gone);
  expect(bench.reports.find((report) => report.startsWith(gone))).toMatch(WRITE_FAILED);
  await expect.poll(() => bench.reports, PATIENCE).toContain(RULES);
  expect(await bench.lab.host(1).reaches('10.0.0.2', 5)).toBe(true);
  await expect.poll(() => bench.reports.join('\n'), PATIENCE).toContain('Port 4 could not be added again: ');
  await freeDisk();
  const back = ['Interface p3 had been removed from the bridge. It was repaired.', 'is port 4'];
  for (const told of back) await expect.poll(() => bench.reports.join('\n'), PATIENCE).toContain(told);
  await bench.lab.host(4).address('10.0.0.4/24');
  for (const host of [3, 4]) expect(await bench.lab.host(1).reaches(`10.0.0.${host}`, 5)).toBe(true);
});
