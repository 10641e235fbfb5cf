import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBench, type OpenVSwitchBench } from '../../tests/openvswitch/bench.ts';
import type { DriverProcess } from '../../tests/openvswitch/driver-process.ts';
import { testPlan } from '../contract/test-plan.ts';

const whole = testPlan({
  vlans: { 1: { untagged: '1-3' } },
  rates: { 2: { egressKilobits: 50_000 } },
  queueing: { priorities: [0, 1, 2, 3, 4, 5, 6, 7] },
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
const plan = { ...whole, ports: new Map([...whole.ports].filter(([port]) => port <= 3)) };
const PATIENCE = { timeout: 15_000, interval: 200 };
const PROGRAM = 'The devices that lead to the queues had been changed.';

describe('what others change where frames wait in queues', () => {
  let bench: OpenVSwitchBench;
  let driver: DriverProcess;

  beforeAll(async () => {
    bench = await createBench(3);
    driver = await bench.startDriver();
    await driver.apply(plan);
  });

  afterAll(async () => {
    await driver.stop();
    await bench.close();
  });

  const tc = (words: string) => bench.lab.switch.exec('tc', ...words.split(' '));
  const ip = (words: string) => bench.lab.switch.ip(...words.split(' '));

  /** The queues of the ports, and the way that leads to them. */
  async function look() {
    const classes = await Promise.all(['p1', 'p2', 'p3'].map((device) => tc(`-d class show dev ${device}`)));
    const disciplines = await tc('qdisc show');
    const program = await tc('filter show dev faceplate-q1 ingress');
    const links = await Promise.all(
      ['faceplate-q0', 'faceplate-q1', 'vlan1'].map((device) => ip(`-o link show ${device}`)),
    );
    return {
      classes: classes.map((text) => text.split('\n').sort()),
      disciplines: disciplines
        .replaceAll(/refcnt \d+/g, '')
        .split('\n')
        .sort(),
      program: program.replaceAll(/ id \d+/g, ''),
      links: links.map((text) => text.replaceAll(/^\d+: |@if\d+|link\/ether \S+/g, '')),
    };
  }

  it.each([
    [
      'the rate of a queue',
      'tc class change dev p2 parent facf:1 classid facf:10 htb rate 8bit ceil 8bit prio 7',
      'The shaper of interface p2 had been changed.',
    ],
    [
      'a queue of its own',
      'tc class add dev p1 parent facf:1 classid facf:99 htb rate 8bit',
      'The shaper of interface p1 had been changed.',
    ],
    [
      'the rate of the port',
      'tc class change dev p2 parent facf: classid facf:1 htb rate 9kbit',
      'The shaper of interface p2 had been changed.',
    ],
    ['the program', 'tc filter del dev faceplate-q1 ingress', PROGRAM],
    ['the hook of the program', 'tc qdisc del dev faceplate-q1 clsact', PROGRAM],
    ['the link', 'ip link set faceplate-q1 down', PROGRAM],
    ['the frame size', 'ip link set faceplate-q0 mtu 500', PROGRAM],
    ['the devices', 'ip link del faceplate-q0', PROGRAM],
    ['the interface', 'ip link del vlan1', 'Interface vlan1 of the switch had been removed.'],
  ])('is put right and told: %s', async (_what, command, told) => {
    const before = await look();
    const reports = bench.reports.length;
    const [program = '', ...words] = command.split(' ');
    await bench.lab.switch.exec(program, ...words);
    await expect.poll(() => bench.reports.slice(reports), PATIENCE).toEqual([`${told} It was repaired.`]);
    expect(await look()).toEqual(before);
    expect(await bench.lab.host(1).reaches('10.0.0.2', 5)).toBe(true);
    expect(await bench.lab.host(1).reaches('10.0.0.100', 5)).toBe(true);
  });
});
