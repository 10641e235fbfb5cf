import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBench, type OpenVSwitchBench } from '../../../tests/openvswitch/bench.ts';
import { testPlan } from '../../contract/test-plan.ts';
import { emptyState } from '../../state.ts';
import { compileFlows, noFlows } from '../pipeline/compile-flows.ts';
import { type Action, Do } from './action.ts';
import { commitBundle } from './bundle.ts';
import { bitsOf, Field, register, wholeOf, wideRegister } from './field.ts';
import { type Flow, formatFlow } from './flow.ts';
import { addFlow, deleteFlow, deleteFlows, deleteReported } from './flow-mod.ts';
import { foreignChanges, monitorFlows } from './flow-monitor.ts';
import { countFlows, flowStatistics } from './flow-statistics.ts';
import { changeGroups, type Group } from './group.ts';
import { equals, inVlan, type Match, macValue, masked } from './match.ts';
import { OpenFlowVersion } from './message.ts';
import { setMeter } from './meter.ts';
import { OpenFlowConnection } from './openflow-connection.ts';
import { OpenFlowError } from './openflow-error.ts';
import { plainName, type ReportedRule, reportedName } from './reported-rule.ts';

const TABLE = 90;
const IPV4 = equals(Field.ethType, 0x0800);
const IPV6 = equals(Field.ethType, 0x86dd);
const ARP = equals(Field.ethType, 0x0806);
const MAC = macValue('02-00-5E-10-20-30');
const ADDRESS_V6 = 0x2001_0db8_0000_0000_0000_0000_0000_0001n;

const protocol = (number: number) => equals(Field.ipProtocol, number);

const matches: Readonly<Record<string, Match>> = {
  everything: [],
  'a port': [equals(Field.inPort, 3)],
  'the controller': [equals(Field.inPort, 0xfffd)],
  addresses: [equals(Field.ethDestination, MAC), masked(Field.ethSource, 0x0100_0000_0000n, 0x0100_0000_0000n)],
  'a VLAN': [inVlan(100)],
  'any tag': [masked(Field.vlanTci, 0x1000, 0x1000)],
  'no tag': [masked(Field.vlanTci, 0, 0x1000)],
  'a VLAN and a priority': [equals(Field.vlanPriority, 5), inVlan(100)],
  registers: [equals(register(0), 5), masked(register(12), 1, 5), masked(wideRegister(1), 0, 1n << 77n)],
  'an IPv4 prefix': [masked(Field.ipv4Destination, 0x0a00_0000, 0xff00_0000), IPV4],
  'IPv4 details': [IPV4, equals(Field.ipDscp, 46), equals(Field.ipv4Source, 0x0a01_0203), equals(Field.ipEcn, 1)],
  'a lifetime': [IPV4, equals(Field.ipTtl, 1)],
  'TCP ports': [equals(Field.tcpDestination, 443), masked(Field.tcpSource, 0x400, 0xfc00), protocol(6), IPV4],
  'TCP flags': [IPV4, protocol(6), masked(Field.tcpFlags, 2, 0x12)],
  'UDP over IPv6': [IPV6, protocol(17), equals(Field.udpSource, 546), equals(Field.udpDestination, 547)],
  'IPv6 addresses': [
    IPV6,
    equals(Field.ipv6Source, ADDRESS_V6),
    masked(Field.ipv6Destination, 0xff02n << 112n, 0xffffn << 112n),
  ],
  'an IPv6 flow label': [IPV6, equals(Field.ipv6FlowLabel, 0x12345)],
  ICMP: [IPV4, protocol(1), equals(Field.icmpType, 8), equals(Field.icmpCode, 0)],
  'neighbour discovery': [
    IPV6,
    protocol(58),
    equals(Field.ndTarget, ADDRESS_V6),
    equals(Field.icmpv6Type, 135),
    equals(Field.icmpv6Code, 0),
  ],
  ARP: [
    ARP,
    equals(Field.arpOperation, 2),
    equals(Field.arpSenderIp, 0x0a00_0001),
    equals(Field.arpTargetIp, 0x0a00_0002),
    equals(Field.arpSenderMac, MAC),
    equals(Field.arpTargetMac, MAC),
  ],
};

const VID = bitsOf(Field.vlanTci, 0, 11);
const learn = {
  table: 91,
  priority: 100,
  cookie: 0xfdb_0001_0001n,
  hardTimeout: 300,
  parts: [
    { type: 'match', of: VID, from: VID },
    { type: 'match', of: wholeOf(Field.ethDestination), from: wholeOf(Field.ethSource) },
    { type: 'match', of: wholeOf(Field.ethType), from: 0x0800n },
    { type: 'load', to: bitsOf(register(0), 0, 15), from: wholeOf(Field.inPort) },
    { type: 'load', to: bitsOf(register(3), 4, 6), from: 5n },
  ],
} as const;

const actions: Readonly<Record<string, readonly Action[]>> = {
  nothing: [],
  'a port': [Do.output(7)],
  'the agent, metered': [Do.meter(9), Do.controller],
  'the agent': [Do.controller],
  'a group': [Do.group(5)],
  'a tag': [
    Do.pushVlan(0x8100),
    Do.setField(Field.vlanVid, 0x1064),
    Do.setField(Field.vlanPriority, 6),
    Do.gotoTable(95),
  ],
  'fields of any width': [
    Do.setField(Field.ethDestination, MAC),
    Do.setField(register(2), 0xdead_beef),
    Do.setField(wideRegister(3), (0x1234n << 100n) | 7n),
  ],
  'parts of fields': [
    Do.load(bitsOf(wideRegister(1), 64, 127), 0xffff_ffff_ffff_fffen),
    Do.load(wholeOf(register(5)), 0x8000_0000),
    Do.load(bitsOf(register(5), 3, 3), 1),
    Do.move(bitsOf(wideRegister(2), 70, 70), bitsOf(register(12), 1, 1)),
    Do.move(wholeOf(Field.ethSource), wholeOf(Field.ethDestination)),
  ],
  'other tables': [Do.resubmit(92), Do.resubmit(93), Do.gotoTable(94)],
  copies: [Do.clone(Do.setField(register(0), 1), Do.resubmit(92)), Do.clone(Do.clone(Do.output(2))), Do.output(3)],
  'another look at the frame': [Do.pushVlan(0x8100), Do.encapsulateNsh, Do.decapsulate, Do.resubmit(92)],
  'a length': [Do.checkLonger(1514, bitsOf(register(2), 14, 14)), Do.resubmit(92)],
  learning: [Do.learn(learn), Do.resubmit(92)],
  'learning up to a limit': [Do.learn({ ...learn, limit: { most: 5, taught: bitsOf(register(1), 0, 0) } })],
};

describe('rules in binary', () => {
  let bench: OpenVSwitchBench;
  let rules: OpenFlowConnection;
  let statistics: OpenFlowConnection;
  let path: string;

  beforeAll(async () => {
    bench = await createBench(1);
    const driver = await bench.startDriver();
    await driver.kill();
    path = join(bench.directory, 'faceplate.mgmt');
    rules = await OpenFlowConnection.open(path, OpenFlowVersion.v14, { lost() {} });
    statistics = await OpenFlowConnection.open(path, OpenFlowVersion.v10, { lost() {} });
    await changeGroups(statistics, [{ number: 5, type: 'fastFailover', buckets: [] }]);
    await setMeter(rules, { number: 9, unit: 'packets', rate: 100, burst: 50 });
    await setMeter(rules, { number: 1, unit: 'packets', rate: 100, burst: 100 });
  });

  afterAll(async () => {
    rules.close();
    statistics.close();
    await bench.close();
  });

  const ofctl = (...parameters: string[]) => bench.lab.switch.exec('ovs-ofctl', '-O', 'OpenFlow14', ...parameters);

  /** Contents of the switch, without what changes by itself. */
  async function dump(): Promise<string[]> {
    const lines = (await ofctl('dump-flows', '--no-stats', `unix:${path}`)).split('\n');
    return lines.map((line) => line.trim()).filter((line) => line.includes('actions='));
  }

  async function expectSame(flows: readonly Flow[]): Promise<void> {
    await commitBundle(rules, [deleteFlows({})]);
    const folder = await mkdtemp(join(tmpdir(), 'fpflows-'));
    try {
      const lines = flows.map((flow) => `cookie=0x1234,${formatFlow(flow)}`).join('\n');
      await writeFile(join(folder, 'flows'), lines);
      await ofctl('add-flows', `unix:${path}`, join(folder, 'flows'));
    } finally {
      await rm(folder, { recursive: true });
    }
    const asText = await dump();
    await commitBundle(rules, [deleteFlows({})]);
    expect(await dump()).toEqual([]);
    await commitBundle(
      rules,
      flows.map((flow) => addFlow(flow, 0x1234n)),
    );
    expect(await dump()).toEqual(asText);
    expect(asText).toHaveLength(flows.length);
    await commitBundle(rules, flows.map(deleteFlow));
    expect(await dump()).toEqual([]);
  }

  for (const [name, match] of Object.entries(matches)) {
    it(`that match ${name} are those that ovs-ofctl makes of their text`, async () => {
      await expectSame([{ table: TABLE, priority: 100, match, actions: [Do.output(1)] }]);
    });
  }

  for (const [name, match] of Object.entries(matches)) {
    it(`that match ${name} are reported under the name that they have here`, async () => {
      const flow: Flow = { table: TABLE, priority: 100, match, actions: [] };
      await commitBundle(rules, [deleteFlows({})]);
      const told: ReportedRule[] = [];
      const watching = await OpenFlowConnection.open(path, OpenFlowVersion.v14, {
        told: (message) => told.push(...(foreignChanges(message)?.rules ?? [])),
        lost() {},
      });
      try {
        await monitorFlows(watching, [TABLE]);
        await commitBundle(rules, [addFlow(flow, 0x1234n)]);
        await expect.poll(() => told.map(reportedName)).toEqual([plainName(flow)]);
        await commitBundle(watching, told.map(deleteReported));
        expect(await dump()).toEqual([]);
      } finally {
        watching.close();
      }
    });
  }

  for (const [name, list] of Object.entries(actions)) {
    it(`with the actions "${name}" are those that ovs-ofctl makes of their text`, async () => {
      await expectSame([{ table: TABLE, priority: 100, match: [masked(Field.vlanTci, 0, 0x1000)], actions: list }]);
    });
  }

  it('are those of a whole plan', async () => {
    const interfaces = [
      { vlan: 1, name: 'vlan1', enabled: true, mac: '02-FA-CE-00-00-01', addresses: [], dhcpClient: true },
    ];
    const staticUnicast = [{ vlan: 1, address: '02-00-00-00-00-09', port: 3 }];
    const plan = testPlan({ vlans: { 10: { tagged: '1-3' } }, interfaces, staticUnicast });
    const { families, meters } = compileFlows(plan, emptyState, [1, 2, 3, 4, 5, 6], noFlows);
    for (const meter of meters) await setMeter(rules, meter);
    await expectSame(
      [...families.values()].flatMap(({ sections }) => [...sections.values()].flatMap(({ flows }) => flows)),
    );
  });

  it('take groups that are those that ovs-ofctl makes of their text', async () => {
    const ofctl15 = (command: string, ...parameters: string[]) =>
      bench.lab.switch.exec('ovs-ofctl', '-O', 'OpenFlow15', command, `unix:${path}`, ...parameters);
    const told = async () => (await ofctl15('dump-groups')).split('\n').slice(1);
    const buckets = [
      { watchPort: 1, actions: [Do.load(bitsOf(register(0), 0, 15), 1), Do.resubmit(92)] },
      { watchPort: 2, actions: [Do.resubmit(93)] },
    ];
    const groups: readonly (readonly [string, Group])[] = [
      [
        'group_id=5001,type=select,selection_method=hash,fields(eth_src,eth_dst),' +
          'bucket=weight:1,watch_port:1,actions=load:1->reg0[0..15],resubmit(,92),' +
          'bucket=weight:1,watch_port:2,actions=resubmit(,93)',
        { number: 5001, type: 'select', hash: [Field.ethSource, Field.ethDestination], buckets },
      ],
      [
        'group_id=1,type=ff,bucket=watch_port:1,actions=load:1->reg0[0..15],resubmit(,92),' +
          'bucket=watch_port:2,actions=resubmit(,93)',
        { number: 1, type: 'fastFailover', buckets },
      ],
    ];
    for (const [text, group] of groups) {
      await ofctl15('del-groups');
      await ofctl15('add-group', text);
      const expected = await told();
      await ofctl15('del-groups');
      await changeGroups(statistics, [{ ...group, buckets: [] }]);
      await changeGroups(statistics, [group]);
      expect(await told()).toEqual(expected);
      await changeGroups(statistics, [], [group.number]);
      expect(await told()).toEqual(['']);
    }
  });

  it('that the switch refuses change nothing at all', async () => {
    const good: Flow = { table: TABLE, priority: 1, match: [], actions: [] };
    const bad: Flow = { ...good, priority: 2, actions: [Do.meter(77), Do.controller] };
    await expect(commitBundle(rules, [addFlow(good, 0n), addFlow(bad, 0n)])).rejects.toBeInstanceOf(OpenFlowError);
    expect(await dump()).toEqual([]);
    await commitBundle(rules, [addFlow(good, 0n)]);
    expect(await dump()).toHaveLength(1);
  });

  it('are told with cookie, timeout, age, match and loaded registers', async () => {
    const flow: Flow = {
      table: TABLE,
      priority: 7,
      match: [masked(Field.vlanTci, 100, 0xfff), equals(Field.ethDestination, MAC)],
      actions: [Do.load(bitsOf(register(0), 0, 15), 5), Do.load(bitsOf(register(3), 0, 11), 100)],
    };
    await commitBundle(rules, [deleteFlows({}), addFlow(flow, 0xfdb_0000_0001n, 300)]);
    const [told, ...others] = await flowStatistics(statistics, { table: TABLE }, (flow) => flow);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ table: TABLE, priority: 7, cookie: 0xfdb_0000_0001n, hardTimeout: 300, packets: 0n });
    expect(told?.hardAge).toBeLessThan(5);
    expect([...(told?.match ?? [])].sort((a, b) => a.field.bits - b.field.bits)).toEqual(flow.match);
    expect(told?.loads).toEqual(flow.actions);
  });

  it('are counted and deleted by the bits of their cookies, many at once', async () => {
    await commitBundle(rules, [deleteFlows({})]);
    const rows = Array.from({ length: 2000 }, (_, index) => {
      const flow: Flow = { table: TABLE, priority: 1, match: [equals(Field.ethDestination, index)], actions: [] };
      return addFlow(flow, BigInt(index));
    });
    await commitBundle(rules, rows);
    expect(await flowStatistics(statistics, { table: TABLE }, (flow) => flow)).toHaveLength(2000);
    const odd = { table: TABLE, cookie: { value: 1n, mask: 1n } };
    expect(await countFlows(statistics, [odd])).toBe(1000);
    await commitBundle(rules, [deleteFlows(odd)]);
    expect(await countFlows(statistics, [{ table: TABLE }])).toBe(1000);
    expect(await countFlows(statistics, [odd])).toBe(0);
  });
});
