import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ipFrame } from '../../../datapath/contract/ip-frames.ts';
import { compilePlan } from '../../../device/configuration/compile-plan.ts';
import { theDevice } from '../../../device/management.ts';
import { accessOrder } from '../../../model/access-control/access-rule.ts';
import { changesBetween } from '../../../model/configuration/change.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { keptConfiguration } from '../../../model/configuration/kept-configuration.ts';
import { referenceRules } from '../../../model/configuration/reference-rules.ts';
import { withMembersAlike } from '../../../model/configuration/trunk-members.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { wordsOf } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { mirrorSessionEntry } from '../../network/mirroring/objects.ts';
import { Bench, stationOf } from '../../network/test-bench.ts';
import { testHardware } from '../../network/testing.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { acl } from './device.ts';
import { policyIndexes, swappedPlaces } from './order.ts';
import { aclProfileEntry } from './profile-objects.ts';
import { aclRuleEntry, RuleReason, RuleStatus } from './rule-objects.ts';
import { aclRules } from './rules.ts';
import { aclTraceEntry } from './trace-objects.ts';

const objects = [...acl.objects, mirrorSessionEntry, trunkGroupEntry];
const before = factoryConfiguration(objects, testHardware);
const rules = [...aclRules, ...referenceRules(objects)];

function messagesOf(from: Configuration, after: Configuration, hardware: Hardware = testHardware): string[] {
  const question = { before: from, after, changes: changesBetween(objects, from, after), hardware };
  return rules.flatMap((rule) => [...rule.check(question)]).map(({ message }) => wordsOf(message));
}

function planOf(configuration: Configuration) {
  return compilePlan(acl.contributions ?? [], {
    configuration,
    hardware: testHardware,
    slots: { get: ({ empty }) => empty },
  }).whole.accessControl;
}

const telnetProfile = {
  aclProfileId: 1,
  aclProfileType: 2,
  aclProfileSrcIpMask: '255.255.255.0',
  aclProfileProtocol: 4,
  aclProfileDstPortMask: 'FFFF',
} as const;
const telnetRule = {
  aclProfileId: 1,
  aclRuleId: 1,
  aclRuleSrcIp: '192.168.10.0',
  aclRuleDstPort: 23,
  aclRuleAction: 2,
  aclRulePorts: '1-8',
} as const;
const telnet = before.withRow(aclProfileEntry, telnetProfile).withRow(aclRuleEntry, telnetRule);

describe('the worked examples', () => {
  const [ipv4, arp] = [0x0800n, 0x0806n].map((value) => ({ field: 'etherType', value, mask: 0xffffn }));

  it('1: no Telnet from a network', () => {
    expect(messagesOf(before, telnet)).toEqual([]);
    expect([...planOf(telnet)]).toEqual([
      [
        0x1_0001,
        {
          action: 'deny',
          ports: 0xffn,
          match: [
            ipv4,
            { field: 'ipProtocol', value: 6n, mask: 0xffn },
            { field: 'ipv4Source', value: 0xc0a8_0a00n, mask: 0xffff_ff00n },
            { field: 'destinationPort', value: 23n, mask: 0xffffn },
          ],
        },
      ],
    ]);
  });

  it('2: only one server from a port', () => {
    const only = before
      .withRow(aclProfileEntry, { aclProfileId: 1, aclProfileUseEtherType: 1 })
      .withRow(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleEtherType: '0806', aclRulePorts: '5' })
      .withRow(aclProfileEntry, { aclProfileId: 2, aclProfileType: 2, aclProfileDstIpMask: '255.255.255.255' })
      .withRow(aclRuleEntry, { aclProfileId: 2, aclRuleId: 1, aclRuleDstIp: '10.0.0.9', aclRulePorts: '5' })
      .withRow(aclProfileEntry, { aclProfileId: 3, aclProfileSrcMacMask: '01-00-00-00-00-00' })
      .withRow(aclRuleEntry, {
        ...{ aclProfileId: 3, aclRuleId: 1, aclRuleSrcMac: '00-00-00-00-00-00' },
        ...{ aclRuleAction: 2 as const, aclRulePorts: '5' },
      });
    expect(messagesOf(before, only)).toEqual([]);
    expect([...planOf(only)].map(([key, { match, action }]) => [key, match, action])).toEqual([
      [0x1_0001, [arp], 'permit'],
      [0x2_0001, [ipv4, { field: 'ipv4Destination', value: 0x0a00_0009n, mask: 0xffff_ffffn }], 'permit'],
      [0x3_0001, [{ field: 'source', value: 0n, mask: 0x0100_0000_0000n }], 'deny'],
    ]);
  });

  it('3: PPPoE sessions to 20 Mbit/s', () => {
    const limited = before
      .withRow(aclProfileEntry, {
        ...{ aclProfileId: 1, aclProfileType: 4 },
        ...{ aclProfileChunk1Offset: 12, aclProfileChunk1Mask: 'FFFF0000' },
      })
      .withRow(aclRuleEntry, {
        ...{ aclProfileId: 1, aclRuleId: 1, aclRuleChunk1: '88640000' },
        ...{ aclRuleRateLimit: 313, aclRulePorts: '1-10' },
      });
    expect(messagesOf(before, limited)).toEqual([]);
    expect(messagesOf(before, limited, { ...testHardware, lacking: new Set(['packetContent']) })).toEqual([]);
    expect([...planOf(limited).values()]).toEqual([
      {
        action: 'permit',
        ports: 0x3ffn,
        rateKilobits: 20_032,
        match: [{ field: 'l2+12', value: 0x8864_0000n, mask: 0xffff_0000n }],
      },
    ]);
  });

  it('4: voice to the top queue', () => {
    const voice = before
      .withRow(aclProfileEntry, { aclProfileId: 1, aclProfileType: 2, aclProfileUseDscp: 1 })
      .withRow(aclRuleEntry, {
        ...{ aclProfileId: 1, aclRuleId: 1, aclRuleDscp: 46, aclRuleReplacePriority: 7, aclRulePorts: '1-10' },
      });
    expect(messagesOf(before, voice)).toEqual([]);
    expect([...planOf(voice).values()]).toMatchObject([
      { action: 'permit', priority: 7, match: [ipv4, { field: 'dscp', value: 46n, mask: 63n }] },
    ]);
  });

  it('5: a trial is in force and is never kept', () => {
    const trial = telnet.withRow(aclRuleEntry, { ...telnetRule, aclRuleTimeout: 120 });
    expect(planOf(trial).size).toBe(1);
    expect(keptConfiguration(objects, trial).rows(aclRuleEntry)).toEqual([]);
    expect(keptConfiguration(objects, telnet)).toBe(telnet);
  });
});

describe('the order of profiles', () => {
  const both = telnet
    .withRow(aclProfileEntry, { ...telnetProfile, aclProfileId: 2 })
    .withRow(aclRuleEntry, { ...telnetRule, aclProfileId: 2, aclRuleAction: 1 });
  const placed = (configuration: Configuration, profiles: readonly Partial<RowOf<typeof aclProfileEntry>>[]) =>
    profiles.reduce<Configuration>((soFar, { aclProfileId = 0, ...values }) => {
      const row = soFar.row(aclProfileEntry, { aclProfileId });
      return row ? soFar.withRow(aclProfileEntry, { ...row, ...values }) : soFar;
    }, configuration);
  const order = (configuration: Configuration) => accessOrder(planOf(configuration)).map(([key]) => key);
  const indexes = (configuration: Configuration) => [
    ...policyIndexes(configuration.rows(aclRuleEntry), configuration.rows(aclProfileEntry)).keys(),
  ];
  const down = (configuration: Configuration, profile: number) =>
    placed(configuration, swappedPlaces(configuration.rows(aclProfileEntry), profile, 1));

  it('is that of their numbers until two of them change places, and is that again when they change back', () => {
    expect(order(both)).toEqual([0x1_0001, 0x2_0001]);
    const swapped = down(both, 1);
    expect(messagesOf(both, swapped)).toEqual([]);
    expect(order(swapped)).toEqual([0x2_0001, 0x1_0001]);
    expect(indexes(swapped)).toEqual(order(swapped));
    expect(planOf(down(swapped, 2))).toEqual(planOf(both));
  });

  it('lets rules keep their keys, by which they are counted, and looks for nothing else', () => {
    const [before, after] = [planOf(both), planOf(down(both, 1))];
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    expect(after.get(0x1_0001)).toMatchObject({ ...before.get(0x1_0001) });
  });

  it('changes by one where profiles share a place or leave one empty', () => {
    const three = placed(both.withRow(aclProfileEntry, { ...telnetProfile, aclProfileId: 9 }), [
      { aclProfileId: 2, aclProfilePlace: 1 },
    ]).withRow(aclRuleEntry, { ...telnetRule, aclProfileId: 9 });
    expect(order(three)).toEqual([0x1_0001, 0x2_0001, 0x9_0001]);
    expect(order(down(three, 1))).toEqual([0x2_0001, 0x1_0001, 0x9_0001]);
    expect(order(down(three, 2))).toEqual([0x1_0001, 0x9_0001, 0x2_0001]);
    expect(swappedPlaces(three.rows(aclProfileEntry), 9, 1)).toEqual([]);
  });
});

describe('a rule of 256', () => {
  const PROFILES = 50;
  let full = before;
  for (let profile = 1; profile <= PROFILES; profile += 1) {
    full = full.withRow(aclProfileEntry, { ...telnetProfile, aclProfileId: profile });
  }
  const rows = Array.from({ length: 256 }, (_, at) => ({
    ...{ ...telnetRule, aclProfileId: (at % PROFILES) + 1, aclRuleId: at + 1 },
    aclRuleDstPort: 1000 + at,
  }));
  full = full.withRows(aclRuleEntry, rows);

  const looked = new Set<object>();
  const noted = new WeakMap<object, object>();
  /** A row that notes when it is looked into beyond what names it. */
  const noting = <Row extends object>(row: Row): Row => {
    const known = noted.get(row) ?? new Proxy(row, { get: (of, name) => lookedAt(of, name) });
    noted.set(row, known);
    // It answers as the row does.
    return known as Row;
  };
  const lookedAt = (row: object, name: string | symbol): unknown => {
    if (name !== 'aclProfileId' && name !== 'aclRuleId') looked.add(row);
    return Reflect.get(row, name);
  };
  /** The configuration with such rules. */
  const notingRules = (configuration: Configuration): Configuration => {
    const rules = configuration.rows(aclRuleEntry).map(noting);
    const rowsOf = (object: typeof aclRuleEntry) => (object === aclRuleEntry ? rules : configuration.rows(object));
    return new Proxy(configuration, {
      get: (_, name) => {
        const method: unknown = name === 'rows' ? rowsOf : Reflect.get(configuration, name);
        return typeof method === 'function' ? method.bind(configuration) : method;
      },
    });
  };
  const asked = (from: Configuration, after: Configuration) => {
    const changes = changesBetween(objects, from, after).map((change) =>
      change.object === aclRuleEntry && change.row ? { ...change, row: noting(change.row) } : change,
    );
    const question = { before: notingRules(from), after: notingRules(after), changes, hardware: testHardware };
    const problems = rules.flatMap((rule) => [...rule.check(question)]);
    const { size } = planOf(question.after);
    const looks = looked.size;
    looked.clear();
    return { problems: problems.length, size, looks };
  };

  it('is checked and compiled without a look into the others', () => {
    expect(asked(before, full)).toEqual({ problems: 0, size: 256, looks: 256 });
    const [row] = rows.slice(100);
    const changed = full.withRow(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, ...row, aclRuleDstPort: 80 });
    expect(asked(full, changed)).toEqual({ problems: 0, size: 256, looks: 1 });
    const without = changed.withoutRow(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1 });
    expect(asked(changed, without)).toEqual({ problems: 0, size: 255, looks: 0 });
  });
});

describe('a profile', () => {
  const profile = (values: Partial<RowOf<typeof aclProfileEntry>>) =>
    before.withRow(aclProfileEntry, { aclProfileId: 1, ...values });

  it('looks at something, whatever other types have set', () => {
    expect(messagesOf(before, profile({}))).toEqual(['Choose at least one field.']);
    expect(messagesOf(before, profile({ aclProfileType: 2, aclProfileUseEtherType: 1 }))).toEqual([
      'Choose at least one field.',
    ]);
    expect(messagesOf(before, profile({ aclProfileType: 2, aclProfileProtocol: 5 }))).toEqual([]);
  });

  it('has chunks that do not overlap', () => {
    const chunks = (second: number, base: 1 | 2 = 1) =>
      profile({
        ...{ aclProfileType: 4, aclProfileChunk1Offset: 0, aclProfileChunk1Mask: 'F' },
        ...{ aclProfileChunk2Base: base, aclProfileChunk2Offset: second, aclProfileChunk2Mask: 'F' },
      });
    expect(messagesOf(before, chunks(2))).toEqual(['Chunks must not overlap.']);
    expect(messagesOf(before, chunks(4))).toEqual([]);
    expect(messagesOf(before, chunks(2, 2))).toEqual([]);
  });

  it('is told on a switch that sees less of a frame', () => {
    const lacking = { ...testHardware, lacking: new Set(['packetContent'] as const) };
    const deep = profile({ aclProfileType: 4, aclProfileChunk1Offset: 14, aclProfileChunk1Mask: 'FF' });
    expect(messagesOf(before, deep, lacking)).toHaveLength(1);
    expect(messagesOf(before, deep)).toEqual([]);
    const igmp = profile({ aclProfileType: 2, aclProfileProtocol: 3, aclProfileUseIgmpType: 1 });
    expect(messagesOf(before, igmp, lacking)).toEqual(['This switch cannot match the type of IGMP messages.']);
  });

  it('stays while it has rules', () => {
    expect(messagesOf(telnet, telnet.withoutRow(aclProfileEntry, { aclProfileId: 1 }))).toEqual([
      'Access profile 1 is in use by access rule 1 of profile 1.',
    ]);
  });
});

describe('a rule', () => {
  const changed = (values: Partial<RowOf<typeof aclRuleEntry>>) =>
    telnet.withRow(aclRuleEntry, { ...telnetRule, ...values });

  it.each<[Partial<RowOf<typeof aclRuleEntry>>, string]>([
    [{ aclRuleSrcIp: '' }, 'Source IP is missing: the profile compares it.'],
    [{ aclRuleDstPort: -1 }, 'Destination Port is missing: the profile compares it.'],
    [{ aclRuleDstIp: '10.0.0.1' }, 'Profile 1 does not compare Destination IP.'],
    [{ aclRulePorts: '' }, 'Select at least one port.'],
    [{ aclRulePorts: '11' }, 'Ports: ports must be within 1 ~ 10.'],
    [{ aclRuleReplacePriority: 3 }, 'Only permit rules can limit or replace.'],
    [
      { aclRuleAction: 1, aclRuleReplaceDscp: 3, aclRuleReplaceTos: 3 },
      'Replace DSCP and Replace ToS exclude each other.',
    ],
    [{ aclRuleAction: 1, aclRuleRateLimit: 15_626 }, 'Please enter an integer between 1 ~ 15625'],
    [{ aclRuleAction: 3 }, 'Mirroring is not enabled.'],
  ])('with %j is refused: %s', (values, message) => {
    expect(messagesOf(telnet, changed(values))).toEqual([message]);
  });

  const everything = { aclProfileUseDscp: 1, aclProfileSrcPortMask: 'F', aclProfileDstPortMask: 'F' } as const;
  it.each<[string, Partial<RowOf<typeof aclProfileEntry>>, readonly string[]]>([
    ['Ethernet', { aclProfileUse8021p: 1, aclProfileUseEtherType: 1 }, ['802.1p', 'Ethernet Type']],
    [
      'IPv4 and TCP',
      { aclProfileType: 2, aclProfileProtocol: 4, ...everything },
      ['DSCP', 'Source Port', 'Destination Port'],
    ],
    [
      'ICMP',
      { aclProfileType: 2, aclProfileProtocol: 2, aclProfileUseIcmpType: 1, aclProfileUseIcmpCode: 1 },
      ['ICMP Type', 'ICMP Code'],
    ],
    ['IGMP', { aclProfileType: 2, aclProfileProtocol: 3, aclProfileUseIgmpType: 1 }, ['IGMP Type']],
    [
      'IPv6',
      { aclProfileType: 3, aclProfileUseTrafficClass: 1, aclProfileFlowLabelMask: 'FFFFF', aclProfileProtocol: 6 },
      ['Traffic Class', 'Flow Label', 'Protocol ID'],
    ],
  ])('of %s gives a value for each field that its profile selects', (_, values, labels) => {
    const empty = before.withRow(aclProfileEntry, { aclProfileId: 1, ...values });
    const after = empty.withRow(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRulePorts: '1' });
    expect(messagesOf(empty, after).sort()).toEqual(
      labels.map((label) => `${label} is missing: the profile compares it.`).sort(),
    );
  });

  it('has an Ethernet type of 0600 or more: what is below is a length', () => {
    const empty = before.withRow(aclProfileEntry, { aclProfileId: 1, aclProfileUseEtherType: 1 });
    const of = (aclRuleEtherType: string) =>
      messagesOf(
        empty,
        empty.withRow(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleEtherType, aclRulePorts: '1' }),
      );
    expect(of('0600')).toEqual([]);
    expect(of('05FF')).toEqual(['An Ethernet type must be 0600 or more; lower values are lengths.']);
  });

  it('may ask for 0, and keeps what former versions have stored of fields that are not looked at', () => {
    const zero = changed({ aclRuleDstPort: 0, aclRuleDscp: 0, aclRuleSrcPort: 0, aclRuleIcmpType: 0 });
    expect(messagesOf(telnet, zero)).toEqual([]);
    expect([...planOf(zero).values()][0]?.match).toContainEqual({ field: 'destinationPort', value: 0n, mask: 0xffffn });
  });

  it('may be faster where a port is', () => {
    const ports = new Map(testHardware.ports).set(9, { number: 9, media: 'fiber', speeds: [1000, 10_000], pse: false });
    const fast = changed({ aclRuleAction: 1, aclRuleRateLimit: 15_626, aclRulePorts: '9' });
    expect(messagesOf(telnet, fast, { ...testHardware, ports })).toEqual([]);
  });

  it('that was saved on a switch with faster ports is taken up, and limits to what these carry', () => {
    const saved = changed({ aclRuleAction: 1, aclRuleRateLimit: 156_250, aclRulePorts: '9' });
    expect(messagesOf(Configuration.empty, saved)).toEqual([]);
    expect([...planOf(saved).values()]).toMatchObject([{ rateKilobits: 1_000_000 }]);
  });

  it('is not given twice for a port, however its bits are written that are not compared', () => {
    const again = (values: Partial<RowOf<typeof aclRuleEntry>>) =>
      telnet.withRow(aclRuleEntry, { ...telnetRule, aclRuleId: 2, ...values });
    expect(messagesOf(telnet, again({ aclRuleSrcIp: '192.168.10.77', aclRulePorts: '8,9' }))).toEqual([
      'An identical rule exists: 1.',
    ]);
    expect(messagesOf(telnet, again({ aclRulePorts: '9' }))).toEqual([]);
    expect(messagesOf(telnet, again({ aclRuleSrcIp: '192.168.11.0' }))).toEqual([]);
  });

  it('that mirrors rests while there is nobody to copy to', () => {
    const enabled = telnet.withRow(mirrorSessionEntry, {
      ...{ mirrorSessionId: 2, mirrorSessionStatus: 1 as const, mirrorTargetPort: 7, mirrorIngressPorts: '6' },
    });
    const mirroring = enabled.withRow(aclRuleEntry, { ...telnetRule, aclRuleAction: 3 });
    expect(messagesOf(enabled, mirroring)).toEqual([]);
    expect([...planOf(mirroring).values()]).toMatchObject([{ action: 'permit', copyTo: 7 }]);
    const disabled = mirroring.withRow(mirrorSessionEntry, { mirrorSessionId: 2, mirrorSessionStatus: 2 });
    expect(messagesOf(mirroring, disabled)).toEqual([]);
    expect(planOf(disabled).size).toBe(0);
  });

  it('with one member of a trunk counts for the trunk', () => {
    const trunked = changed({ aclRulePorts: '4' }).withRow(trunkGroupEntry, {
      ...{ trunkId: 1, trunkMode: 2 as const, trunkMemberPorts: '2,4' },
    });
    expect([...planOf(trunked).values()]).toMatchObject([{ ports: 0b10n }]);
    expect(withMembersAlike(objects, trunked, changed({ aclRulePorts: '4' }))).toBe(trunked);
  });

  it('that did not change is the same part of the plan', () => {
    const more = telnet.withRow(aclRuleEntry, { ...telnetRule, aclRuleId: 9, aclRuleSrcIp: '10.0.0.0' });
    expect(planOf(more).get(0x1_0001)).toBe(planOf(telnet).get(0x1_0001));
  });
});

describe('on the switch', () => {
  let bench: Bench;
  let directory: string;
  const answerTrace = acl.live?.find((answer) => answer.object === aclTraceEntry);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'faceplate-acl-'));
    bench = new Bench([acl]);
    await bench.start(directory);
  });

  afterAll(async () => {
    await bench.stop();
    await rm(directory, { recursive: true });
  });

  beforeEach(async () => {
    await bench.change((configuration) => configuration.withRows(aclRuleEntry, []).withRows(aclProfileEntry, []));
  });

  const telnetFrame = () =>
    ipFrame({
      ...{ from: stationOf(1), to: stationOf(2), source: '192.168.10.7', destination: '192.168.10.9' },
      ...{ protocol: 6, destinationPort: 23 },
    });

  const rows = () => bench.live(aclRuleEntry);

  it('denies, counts, and says where a rule stands', async () => {
    await bench.change((configuration) =>
      configuration
        .withRow(aclProfileEntry, telnetProfile)
        .withRow(aclRuleEntry, { ...telnetRule, aclRulePorts: '1-6' }),
    );
    expect(await bench.passes(1, telnetFrame())).toEqual([]);
    expect(await rows()).toMatchObject([{ aclRulePolicyIndex: 1, aclRuleStatus: RuleStatus.active, aclRuleHits: '1' }]);
    await bench.set(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleClear: 1 });
    expect(await rows()).toMatchObject([{ aclRuleHits: '0' }]);
  });

  it('counts from zero where it looks for other frames than when it was cleared, however many come', async () => {
    const rule = { ...telnetRule, aclRulePorts: '1-6' };
    await bench.change((configuration) =>
      configuration.withRow(aclProfileEntry, telnetProfile).withRow(aclRuleEntry, rule),
    );
    for (let at = 0; at < 2; at += 1) await bench.passes(1, telnetFrame());
    await bench.set(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleClear: 1 });
    await bench.change((configuration) => configuration.withRow(aclRuleEntry, { ...rule, aclRuleAction: 1 }));
    await bench.passes(1, telnetFrame());
    expect(await rows()).toMatchObject([{ aclRuleHits: '1' }]);
    await bench.change((configuration) => configuration.withRow(aclRuleEntry, { ...rule, aclRuleDstPort: 24 }));
    const other = ipFrame({
      ...{ from: stationOf(1), to: stationOf(2), source: '192.168.10.7', destination: '192.168.10.9' },
      ...{ protocol: 6, destinationPort: 24 },
    });
    for (let at = 0; at < 3; at += 1) await bench.passes(1, other);
    expect(await rows()).toMatchObject([{ aclRuleHits: '3' }]);
    // So does one that takes the place of another one with its number.
    const index = { aclProfileId: 1, aclRuleId: 1 };
    await bench.set(aclRuleEntry, { ...index, aclRuleClear: 1 });
    await bench.context.management.perform([{ kind: 'destroy', object: aclRuleEntry, values: index }], theDevice);
    await bench.change((configuration) => configuration.withRow(aclRuleEntry, { ...rule, aclRuleDstPort: 24 }));
    for (let at = 0; at < 4; at += 1) await bench.passes(1, other);
    expect(await rows()).toMatchObject([{ aclRuleHits: '4' }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'with all rules',
      () => bench.context.management.perform([{ kind: 'deleteAll', object: aclRuleEntry, values: {} }], theDevice),
    ],
    [
      'by a change of the switch itself',
      () => bench.change((configuration) => configuration.withRows(aclRuleEntry, [])),
    ],
  ])(
    'counts from zero where the rule of a cleared counter went %s and came back, however much comes',
    async (_how, remove) => {
      const rule = { ...telnetRule, aclRulePorts: '1-6' };
      const make = () =>
        bench.change((configuration) =>
          configuration.withRow(aclProfileEntry, telnetProfile).withRow(aclRuleEntry, rule),
        );
      await make();
      for (let at = 0; at < 3; at += 1) await bench.passes(1, telnetFrame());
      await bench.set(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleClear: 1 });
      await remove();
      await make();
      for (let at = 0; at < 4; at += 1) await bench.passes(1, telnetFrame());
      expect(await rows()).toMatchObject([{ aclRuleHits: '4' }]);
    },
  );

  it('counts from zero where the rule of a cleared counter went and came back', async () => {
    const make = () =>
      bench.change((configuration) =>
        configuration
          .withRow(aclProfileEntry, telnetProfile)
          .withRow(aclRuleEntry, { ...telnetRule, aclRulePorts: '1-6' }),
      );
    await make();
    for (let at = 0; at < 3; at += 1) await bench.passes(1, telnetFrame());
    await bench.set(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleClear: 1 });
    await bench.change((configuration) => configuration.withRows(aclRuleEntry, []));
    await make();
    await bench.passes(1, telnetFrame());
    expect(await rows()).toMatchObject([{ aclRuleHits: '1' }]);
  });

  it('stores of a value what the profile compares, of a rule that comes with its profile and of one that is changed', async () => {
    const index = { aclProfileId: 1, aclRuleId: 1 };
    const change = (kind: 'create' | 'set', object: typeof aclProfileEntry | typeof aclRuleEntry, values: Values) => ({
      ...{ kind, object, values },
    });
    const stored = () => bench.context.configuration().row(aclRuleEntry, index);
    const rule = { ...telnetRule, aclRuleSrcIp: '192.168.10.77', aclRulePorts: '1' };
    await bench.context.management.perform(
      [change('create', aclProfileEntry, telnetProfile), change('create', aclRuleEntry, rule)],
      theDevice,
    );
    expect(stored()).toMatchObject({ aclRuleSrcIp: '192.168.10.0', aclRuleDstPort: 23 });
    const values = { ...index, aclRuleSrcIp: '10.9.8.7' };
    await bench.context.management.perform([change('set', aclRuleEntry, values)], theDevice);
    expect(stored()).toMatchObject({ aclRuleSrcIp: '10.9.8.0', aclRuleDstPort: 23 });
    const vlans = { aclProfileId: 2, aclProfileVlanMask: 'F00' };
    const inVlan = (aclRuleId: number, aclRuleVlan: number) =>
      change('create', aclRuleEntry, { aclProfileId: 2, aclRuleId, aclRuleVlan, aclRulePorts: '1' });
    await bench.context.management.perform(
      [change('create', aclProfileEntry, vlans), inVlan(1, 0x234), inVlan(2, 0x34)],
      theDevice,
    );
    const ofVlans = bench.context.configuration().rows(aclRuleEntry).slice(1);
    // VLAN 0 is none: what leaves no bit stays as it was given.
    expect(ofVlans.map(({ aclRuleVlan }) => aclRuleVlan)).toEqual([0x200, 0x34]);
  });

  it('says of a rule that rests why it does, and warns when it begins to', async () => {
    const since = bench.context.log.entries()[0]?.sequence ?? 0;
    await bench.change((configuration) =>
      configuration
        .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 30 })
        .withRow(aclProfileEntry, { aclProfileId: 1, aclProfileVlanMask: 'FFF' })
        .withRow(aclProfileEntry, { aclProfileId: 2, aclProfileVlanMask: '00F' })
        .withRow(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleVlan: 30, aclRulePorts: '1' })
        .withRow(aclRuleEntry, { aclProfileId: 2, aclRuleId: 1, aclRuleVlan: 1, aclRulePorts: '1' }),
    );
    const states = async () => (await rows()).map(({ aclRuleStatus, aclRuleReason }) => [aclRuleStatus, aclRuleReason]);
    const active = [RuleStatus.active, RuleReason.none];
    expect(await states()).toEqual([active, active]);
    await bench.change((configuration) => configuration.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 30 }));
    expect(await states()).toEqual([[RuleStatus.inactive, RuleReason.noVlan], active]);
    const told = () => bench.log(since).filter((line) => line.startsWith('Inactive: '));
    expect(told()).toEqual(['Inactive: access rule 1 of profile 1. Its VLAN does not exist.']);
    await bench.change((configuration) => configuration.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 30 }));
    expect(await states()).toEqual([active, active]);
    const mirror = {
      mirrorSessionId: 1,
      mirrorSessionStatus: 1,
      mirrorTargetPort: 6,
      mirrorIngressPorts: '5',
    } as const;
    await bench.change((configuration) =>
      configuration.withRow(mirrorSessionEntry, mirror).withRow(aclRuleEntry, {
        ...{ aclProfileId: 2, aclRuleId: 1, aclRuleVlan: 1 },
        aclRuleAction: 3,
        aclRulePorts: '1',
      }),
    );
    await bench.change((configuration) =>
      configuration.withRow(mirrorSessionEntry, { ...mirror, mirrorSessionStatus: 2 }),
    );
    expect(await states()).toEqual([active, [RuleStatus.inactive, RuleReason.noTarget]]);
    expect(told().at(-1)).toBe('Inactive: access rule 1 of profile 2. Mirroring is disabled.');
    // No VLAN there is has these bits.
    await bench.change((configuration) =>
      configuration.withRow(aclRuleEntry, { aclProfileId: 2, aclRuleId: 1, aclRuleVlan: 7, aclRuleAction: 1 }),
    );
    expect(await states()).toEqual([active, [RuleStatus.inactive, RuleReason.noVlan]]);
  });

  it('lets a rule go when its time is over, and says so', async () => {
    await bench.change((configuration) =>
      configuration
        .withRow(aclProfileEntry, telnetProfile)
        .withRow(aclRuleEntry, { ...telnetRule, aclRulePorts: '1-6', aclRuleTimeout: 120 }),
    );
    expect(await rows()).toMatchObject([{ aclRuleStatus: RuleStatus.expiring, aclRuleRemaining: 120 }]);
    bench.clock.advance(119_000);
    expect(await bench.passes(1, telnetFrame())).toEqual([]);
    expect(await rows()).toMatchObject([{ aclRuleRemaining: 1 }]);
    bench.clock.advance(1000);
    await expect.poll(rows).toEqual([]);
    expect(await bench.passes(1, telnetFrame())).not.toEqual([]);
    expect(bench.log(0).some((line) => line.includes('access rule 1 of profile 1'))).toBe(true);
  });

  it('keeps to the time of a rule whatever becomes of the clock of the day, and begins it anew where the rule is set anew', async () => {
    const trial = { ...telnetRule, aclRulePorts: '1-6', aclRuleTimeout: 120 };
    await bench.change((configuration) =>
      configuration.withRow(aclProfileEntry, telnetProfile).withRow(aclRuleEntry, trial),
    );
    bench.clock.advance(100_000);
    await bench.change((configuration) => configuration.withRow(aclRuleEntry, { ...trial, aclRuleAction: 1 }));
    expect(await rows()).toMatchObject([{ aclRuleRemaining: 120 }]);
    bench.clock.advance(60_000);
    await bench.change((configuration) => configuration.withRow(aclRuleEntry, { ...trial, aclRuleTimeout: 0 }));
    bench.clock.advance(10_000_000);
    expect(await rows()).toMatchObject([{ aclRuleStatus: RuleStatus.active, aclRuleRemaining: 0 }]);
  });

  it('takes all of many rules or none of them', async () => {
    const create = (aclRuleId: number, values: object = {}) => ({
      kind: 'create' as const,
      object: aclRuleEntry,
      values: { ...telnetRule, aclRulePorts: '1-6', aclRuleId, aclRuleDstPort: aclRuleId, ...values },
    });
    const many = (count: number, first = 1) => Array.from({ length: count }, (_, at) => create(first + at));
    const made = () => bench.context.configuration().rows(aclRuleEntry).length;
    await bench.change((configuration) => configuration.withRow(aclProfileEntry, telnetProfile));
    const half = [...many(128), create(200, { aclRulePorts: '' }), ...many(127, 300)];
    await expect(bench.context.management.perform(half, theDevice)).rejects.toThrow('Select at least one port.');
    await expect(bench.context.management.perform(many(257), theDevice)).rejects.toThrow();
    expect([made(), planOf(bench.context.configuration()).size]).toEqual([0, 0]);
    expect(await bench.passes(1, telnetFrame())).not.toEqual([]);
    await bench.context.management.perform(many(256), theDevice);
    await expect(bench.context.management.perform([create(400)], theDevice)).rejects.toThrow();
    expect(made()).toBe(256);
    expect(await bench.passes(1, telnetFrame())).toEqual([]);
  });

  it('says what becomes of a frame, and which rule decides', async () => {
    await bench.change((configuration) =>
      configuration
        .withRow(aclProfileEntry, telnetProfile)
        .withRow(aclRuleEntry, { ...telnetRule, aclRulePorts: '1-6' }),
    );
    if (!answerTrace || !('rows' in answerTrace)) throw new Error('nobody answers');
    const asked = { tracePort: 1, traceSource: '192.168.10.7', traceDestination: '10.0.0.1', traceDestinationPort: 23 };
    const of = async (values: object) => answerTrace.rows(bench.context, { ...asked, ...values }, theDevice);
    expect((await of({})).at(-1)).toMatchObject({
      ...{ aclTraceStage: 'Access control list', aclTraceVerdict: 3, aclTraceProfile: 1, aclTraceRule: 1 },
      aclTraceReason: 'Rule 1 of profile 1 denies it.',
    });
    const flooded = await of({ traceDestinationPort: 22 });
    expect(flooded.at(-1)).toMatchObject({ aclTraceVerdict: 4 });
    // Ports of which a stage says the same share a line.
    const leaving = flooded.filter(({ aclTraceVerdict }) => aclTraceVerdict === 4);
    expect(leaving).toHaveLength(1);
    expect(leaving[0]?.aclTraceReason).toMatch(/^It leaves by port \d+[-,].*, untagged\.$/);
    expect(flooded.map(({ aclTraceReason }) => aclTraceReason)).toContain(
      'Not by port 1: It was received on this port.',
    );
    expect((await of({ traceSource: '192.168.11.7' })).at(-1)).toMatchObject({ aclTraceVerdict: 4 });
  });
});
