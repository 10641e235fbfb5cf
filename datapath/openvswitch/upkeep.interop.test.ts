import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBench, type OpenVSwitchBench } from '../../tests/openvswitch/bench.ts';
import type { DriverProcess } from '../../tests/openvswitch/driver-process.ts';
import { testPlan } from '../contract/test-plan.ts';
import { MOST_NAMED } from './foreign-rules.ts';
import { Field } from './openflow/field.ts';
import { equals, formatMatch } from './openflow/match.ts';
import { Table } from './pipeline/layout.ts';
import { holds, Register } from './pipeline/registers.ts';

/** Hosts 1 and 2 talk, by a trunk of one member and at a limited rate, so that there are groups and meters, too. */
const whole = testPlan({
  vlans: { 1: { untagged: '1-4' } },
  trunks: { 5001: '2' },
  rates: { 1: { broadcasts: 1000 }, 2: { egressKilobits: 50_000 } },
  mirrors: [{ target: 4, egress: '1' }],
  interfaces: [
    {
      vlan: 1,
      name: 'vlan1',
      enabled: true,
      mac: '02-FA-CE-00-00-01',
      addresses: [
        { address: '10.0.0.100', prefix: 24 },
        { address: 'fe80::100', prefix: 64 },
        { address: '2001:db8::100', prefix: 64 },
        { address: '2001:db8::101', prefix: 64, isNoSource: true },
      ],
      dhcpClient: false,
    },
  ],
});
const plan = { ...whole, ports: new Map([...whole.ports].filter(([port]) => port <= 4)) };
const PATIENCE = { timeout: 15_000, interval: 200 };
const RULES = 'Rules of the bridge had been changed. It was repaired.';

describe('what others change', () => {
  let bench: OpenVSwitchBench;
  let driver: DriverProcess;
  /** A test that failed left its changes behind: the next one, or its own second try, would take them for what was before. */
  let isSpoilt = false;

  async function begin(): Promise<void> {
    bench = await createBench(4);
    driver = await bench.startDriver();
    await driver.apply(plan);
  }

  beforeAll(begin);

  afterAll(async () => {
    await driver.stop();
    await bench.close();
  });

  beforeEach(async () => {
    if (!isSpoilt) return;
    isSpoilt = false;
    await driver.kill();
    await bench.close();
    await begin();
  });

  afterEach(({ task }) => {
    isSpoilt = task.result?.errors !== undefined;
  });

  const ofctl = (...parameters: string[]) =>
    bench.lab.switch.exec(
      'ovs-ofctl',
      '-O',
      'OpenFlow14',
      ...parameters.map((each) => (each === 'BRIDGE' ? `unix:${bench.directory}/faceplate.mgmt` : each)),
    );
  const vsctl = (...parameters: string[]) =>
    bench.lab.switch.exec('ovs-vsctl', '-t', '10', `--db=unix:${bench.directory}/db.sock`, ...parameters);
  const flowsOf = async () =>
    (await ofctl('--no-stats', 'dump-flows', 'BRIDGE'))
      .split('\n')
      .filter((line) => line.includes('actions=') && !line.includes(`table=${Table.learned},`))
      .map((line) => line.replace(/cookie=\S+ /, '').trim())
      .sort();
  const groups = async () => (await ofctl('dump-groups', 'BRIDGE')).split('\n').slice(1).sort();
  const meters = async () => (await ofctl('dump-meters', 'BRIDGE')).split(/\n\n?/).slice(1).sort();

  /** Contents of the switch. */
  const look = async () => ({ flows: await flowsOf(), groups: await groups(), meters: await meters() });

  async function worksAsBefore(): Promise<void> {
    expect(await bench.lab.host(1).reaches('10.0.0.2', 5)).toBe(true);
    expect(await bench.lab.host(1).reaches('10.0.0.100', 5)).toBe(true);
  }

  it.each<readonly [string, () => Promise<unknown>]>([
    ['all rules', () => ofctl('del-flows', 'BRIDGE')],
    ['one rule', () => ofctl('del-flows', 'BRIDGE', `table=${Table.vlan}`)],
    ['the actions of rules', () => ofctl('mod-flows', 'BRIDGE', `table=${Table.send},actions=drop`)],
    ['a rule of its own', () => ofctl('add-flow', 'BRIDGE', 'table=0,priority=65535,actions=drop')],
    ['all groups', () => ofctl('del-groups', 'BRIDGE')],
    ['the ways of a group', () => ofctl('mod-group', 'BRIDGE', 'group_id=5001,type=select,bucket=actions=drop')],
    ['all meters', () => ofctl('del-meters', 'BRIDGE')],
  ])('is put right and told: %s', async (_what, change) => {
    const before = await look();
    const reports = bench.reports.length;
    await change();
    await expect.poll(() => bench.reports.slice(reports), PATIENCE).toContain(RULES);
    expect(await look()).toEqual(before);
    await worksAsBefore();
  });

  /** Rules with their cookies, of which every installation has others; learned ones left out. */
  const withCookies = async () =>
    (await ofctl('--no-stats', 'dump-flows', 'BRIDGE'))
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.includes('actions=') && !line.includes(`table=${Table.learned},`))
      .sort();

  /** A rule of the driver in the words of ovs-ofctl, up to its actions. */
  const ownRule = async () => {
    const line = (await withCookies()).find(
      (each) => each.includes(`table=${Table.vlan},`) && each.includes('priority='),
    );
    if (line === undefined) throw new Error('The bridge has no rule of a VLAN.');
    return line.replace(/ actions=.*/, '').replaceAll(' ', '');
  };

  it.each<readonly [string, (own: string) => readonly string[]]>([
    ['rules that are missing', () => ['del-flows', `table=${Table.vlan}`]],
    ['other actions', () => ['mod-flows', `table=${Table.send},actions=drop`]],
    ['another timeout and other actions', (own) => ['add-flow', `${own},hard_timeout=300,actions=drop`]],
    ['one more with a cookie of ours', (own) => ['add-flow', `${own.split(',')[0]},priority=65535,actions=drop`]],
    ['one more with a cookie of a learned row', () => ['add-flow', 'cookie=0xfdb00010001,priority=65535,actions=drop']],
    ['one that looks at what ours do not', (own) => ['add-flow', `${own},ip,ct_state=+trk,actions=drop`]],
  ])('is put right and told, and no other rule is written: %s', async (_what, change) => {
    const before = await withCookies();
    const reports = bench.reports.length;
    const [command = '', ...words] = change(await ownRule());
    await ofctl(command, 'BRIDGE', ...words);
    await expect.poll(() => bench.reports.slice(reports), PATIENCE).toEqual([RULES]);
    expect(await withCookies()).toEqual(before);
    await worksAsBefore();
  });

  it('is put right and told: a rule of which Open vSwitch reports the match only in part', async () => {
    const bridge = `unix:${bench.directory}/faceplate.mgmt`;
    const foreign = 'table=0,priority=65535,vlan_tci=0x2000/0x2000,actions=drop';
    const reports = bench.reports.length;
    // Later versions cannot say it.
    await bench.lab.switch.exec('ovs-ofctl', '-O', 'OpenFlow10', 'add-flow', bridge, foreign);
    await expect.poll(() => bench.reports.slice(reports), PATIENCE).toContain(RULES);
    expect(await ofctl('dump-flows', 'BRIDGE', 'table=0')).not.toContain('priority=65535');
    await worksAsBefore();
  });

  it('takes along what was learned meanwhile in a VLAN that is none', async () => {
    const match = formatMatch([holds(Register.vlan, 99), equals(Field.ethDestination, 0x02_00_00_00_00_99)]);
    await ofctl('add-flow', 'BRIDGE', `cookie=0xfdb00010001,table=${Table.learned},priority=100,${match},actions=drop`);
    const reports = bench.reports.length;
    await ofctl('add-flow', 'BRIDGE', 'priority=65535,in_port=77,actions=drop');
    await expect.poll(() => bench.reports.slice(reports), PATIENCE).toEqual([RULES]);
    expect(await ofctl('dump-flows', 'BRIDGE', `table=${Table.learned}`)).not.toContain('02:00:00:00:00:99');
  });

  it('is put right and told: more rules than are noted one by one', async () => {
    const before = await look();
    const reports = bench.reports.length;
    const [cookie = ''] = (await ownRule()).split(',');
    const lines = Array.from({ length: MOST_NAMED + 1 }, (_, at) => `${cookie},priority=${40_000 + at},actions=drop`);
    const asLearned = 'cookie=0xfdb00010001,priority=39999,actions=drop';
    await writeFile(join(bench.directory, 'foreign'), [...lines, asLearned].join('\n'));
    await ofctl('--bundle', 'add-flows', 'BRIDGE', join(bench.directory, 'foreign'));
    await expect.poll(() => bench.reports.slice(reports), PATIENCE).toContain(RULES);
    expect(await look()).toEqual(before);
    await worksAsBefore();
  });

  it('is put right after a flood of changes, during which the plan changes as before', async () => {
    const before = await look();
    const more = new Map(plan.vlans).set(80, { members: 0b11n, untagged: 0n });
    const lines = Array.from({ length: 50 }, (_, at) => `priority=${40_000 + at},in_port=77,actions=drop`);
    await writeFile(join(bench.directory, 'foreign'), lines.join('\n'));
    let isOver = false;
    const flood = (async () => {
      while (!isOver) {
        await ofctl('--bundle', 'add-flows', 'BRIDGE', join(bench.directory, 'foreign'));
        await ofctl('mod-flows', 'BRIDGE', `table=${Table.send},actions=drop`);
      }
    })();
    for (let round = 0; round < 10; round += 1) {
      await driver.apply({ ...plan, vlans: more });
      await driver.apply(plan);
    }
    isOver = true;
    await flood;
    await expect.poll(look, PATIENCE).toEqual(before);
    await worksAsBefore();
  });

  it('is put right and told: ports, at the bridge and in one of the host', async () => {
    const before = await look();
    const reports = bench.reports.length;
    await bench.lab.switch.ip('link', 'add', 'br7', 'type', 'bridge');
    await vsctl('del-port', 'p2', '--', 'del-port', 'vlan1', '--', 'add-port', 'faceplate', 'veth7');
    await bench.lab.switch.ip('link', 'set', 'p1', 'master', 'br7');
    const told = [
      'Interface p2 had been removed from the bridge.',
      'Interface vlan1 of the switch had been removed.',
      'Interface veth7 had been added to the bridge.',
      'Interface p1 had been added to br7 of the host.',
    ].map((what) => `${what} It was repaired.`);
    await expect.poll(() => bench.reports.slice(reports), PATIENCE).toEqual(expect.arrayContaining(told));
    expect(await look()).toEqual(before);
    await worksAsBefore();
    expect(await bench.lab.switch.ip('link', 'show', 'p1')).not.toContain('master');
  });

  const changed = (name: string) => `Interface ${name} had been changed on the bridge. It was repaired.`;
  const again = 'Open vSwitch is running again and forwards as before.';
  const settings = 'Settings of the bridge had been changed. It was repaired.';

  it.each<readonly [string, () => Promise<unknown>, string]>([
    ['the number of a port', () => vsctl('set', 'interface', 'p1', 'ofport_request=77'), changed('p1')],
    ['the number of an interface', () => vsctl('set', 'interface', 'vlan1', 'ofport_request=78'), changed('vlan1')],
    ['a port that takes nothing', () => ofctl('mod-port', 'BRIDGE', 'p1', 'no-receive'), changed('p1')],
    ['a port that sends nothing', () => ofctl('mod-port', 'BRIDGE', 'p2', 'no-forward'), changed('p2')],
    ['an interface that sends nothing', () => ofctl('mod-port', 'BRIDGE', 'vlan1', 'no-forward'), changed('vlan1')],
    ['what it does without a controller', () => vsctl('set', 'bridge', 'faceplate', 'fail_mode=standalone'), settings],
    ['a controller', () => vsctl('set-controller', 'faceplate', 'tcp:127.0.0.1:6653'), settings],
    ['a spanning tree of its own', () => vsctl('set', 'bridge', 'faceplate', 'stp_enable=true'), settings],
    ['its datapath', () => vsctl('set', 'bridge', 'faceplate', 'datapath_type=system'), again],
    ['the protocols that it speaks', () => vsctl('set', 'bridge', 'faceplate', 'protocols=OpenFlow13'), again],
  ])('is put right and told: the bridge, %s', async (_what, change, told) => {
    const before = await look();
    const reports = bench.reports.length;
    await change();
    await expect.poll(() => bench.reports.slice(reports), PATIENCE).toContain(told);
    await worksAsBefore();
    expect(await look()).toEqual(before);
  });

  it('is put right and told: links, frame sizes and addresses', async () => {
    const { switch: host } = bench.lab;
    const show = async () => {
      const rows: unknown[] = JSON.parse(await host.exec('ip', '-j', 'address', 'show'));
      return rows
        .map((row) => Object(row))
        .filter(({ ifname }) => ['p1', 'p2', 'vlan1'].includes(ifname))
        .map(({ ifname, mtu, flags, addr_info }) => ({
          ifname,
          mtu,
          up: flags.includes('UP'),
          addresses: addr_info.map(({ local }: { local: string }) => local).sort(),
        }));
    };
    const before = await show();
    const reports = bench.reports.length;
    await host.ip('link', 'set', 'p1', 'down');
    await host.ip('link', 'set', 'p2', 'mtu', '1400');
    await host.ip('address', 'add', '10.9.9.9/24', 'dev', 'vlan1');
    await host.ip('address', 'del', '10.0.0.100/24', 'dev', 'vlan1');
    const told = [
      'Interface p1 had been disabled on the host.',
      'The MTU of interface p2 had been changed.',
      'Addresses of interface vlan1 had been changed.',
    ].map((what) => `${what} It was repaired.`);
    await expect.poll(() => bench.reports.slice(reports), PATIENCE).toEqual(expect.arrayContaining(told));
    expect(await show()).toEqual(before);
    await worksAsBefore();
    await host.ip('link', 'set', 'vlan1', 'down');
    await expect
      .poll(() => bench.reports.slice(reports), PATIENCE)
      .toContain('Interface vlan1 had been disabled on the host. It was repaired.');
    await worksAsBefore();
  });

  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'some of them',
      [
        'ip address del 2001:db8::100/64 dev vlan1',
        'ip address add 2001:db8::99/64 dev vlan1 nodad',
        'tc qdisc replace dev p2 parent face:1 pfifo limit 1',
        'tc qdisc add dev p3 root handle face: tbf rate 1mbit burst 9k limit 9k',
      ],
      ['p2', 'p3'],
    ],
    ['all of them', ['sysctl -q -w net.ipv6.conf.vlan1.disable_ipv6=1', 'tc qdisc del dev p2 root'], ['p2']],
    [
      'what they are set to',
      [
        'ip address change 2001:db8::101/64 dev vlan1',
        'tc qdisc replace dev p2 root handle face: tbf rate 1mbit burst 9k limit 9k',
      ],
      ['p2'],
    ],
  ])('is put right and told: addresses of IPv6 and shapers, %s', async (_what, changes, shapers) => {
    const { switch: host } = bench.lab;
    const show = async () => ({
      addresses: (await host.ip('-6', '-o', 'address', 'show', 'dev', 'vlan1')).trim().split('\n').sort(),
      shapers: (await host.exec('tc', 'qdisc', 'show'))
        .replaceAll(/refcnt \d+/g, '')
        .split('\n')
        .sort(),
    });
    const before = await show();
    expect(before.addresses).toHaveLength(3);
    const reports = bench.reports.length;
    for (const change of changes) {
      const [program = '', ...words] = change.split(' ');
      await host.exec(program, ...words);
    }
    const told = [
      'Addresses of interface vlan1 had been changed.',
      ...shapers.map((device) => `The shaper of interface ${device} had been changed.`),
    ].map((what) => `${what} It was repaired.`);
    await expect.poll(() => bench.reports.slice(reports).sort(), PATIENCE).toEqual(told);
    expect(await show()).toEqual(before);
    await worksAsBefore();
  });

  it('leaves Open vSwitch counting cached decisions, which is how it finds stations that moved, ten times a second', async () => {
    expect((await vsctl('get', 'Open_vSwitch', '.', 'other_config:max-revalidator')).trim()).toBe('"100"');
  });

  it('is nothing where nobody changes anything but the plan', async () => {
    const reports = bench.reports.length;
    for (const vlan of [70, 71, 72]) {
      await driver.apply({
        ...plan,
        vlans: new Map(plan.vlans).set(vlan, { members: 0b11n, untagged: 0n }),
      });
      await bench.lab.host(1).reaches('10.0.0.2', 1);
    }
    expect(bench.reports.slice(reports)).toEqual([]);
  });
});
