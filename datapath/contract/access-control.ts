import { describe, expect, test } from 'vitest';
import { accessRuleKey } from '../../model/access-control/access-rule.ts';
import { uint16At } from '../../protocols/frames/addresses.ts';
import { internetChecksum } from '../../protocols/frames/checksum.ts';
import { type Bench, PATIENCE } from './bench.ts';
import type { PortFrame } from './harness.ts';
import { ipFrame, type WantedPacket } from './ip-frames.ts';
import { arpFrame } from './packets.ts';
import { buildTestFrame, stationMac } from './test-frame.ts';
import type { WantedAccessRule, WantedPlan } from './test-plan.ts';

type Conditions = NonNullable<WantedAccessRule['match']>;

const SERIAL = 0x7ff7_0000;
const IPV4 = { etherType: 0x0800 } as const;
const IPV6 = { etherType: 0x86dd } as const;
const TCP = { ipProtocol: 6 } as const;
const UDP = { ipProtocol: 17 } as const;
const SERVER = 0x0a00_0009;
const SERVER6 = (0x2001_0db8n << 96n) | 9n;
const PREFIX6 = ((1n << 64n) - 1n) << 64n;
const V6 = { source: '2001:db8::1', destination: '2001:db8::9' } as const;

function macValue(letter: string): bigint {
  return BigInt(`0x${stationMac(letter).replaceAll('-', '')}`);
}

/** Each field, with a packet that a rule on it holds and one beside it that it does not. */
const fields: readonly (readonly [string, Conditions, WantedPacket, WantedPacket])[] = [
  ['source MAC', { source: macValue('A') }, {}, { from: stationMac('C') }],
  ['destination MAC', { destination: macValue('B') }, {}, { to: stationMac('D') }],
  ['bits of a MAC', { source: [1, 1] }, {}, { from: stationMac('D') }],
  ['type', { etherType: 0x0800 }, {}, V6],
  ['VLAN', { vlan: 10 }, { tag: { vid: 10 } }, { tag: { vid: 20 } }],
  ['bits of a VLAN', { vlan: [10, 0x0fe] }, { tag: { vid: 10 } }, { tag: { vid: 20 } }],
  ['priority', { priority: 5 }, { tag: { vid: 10, priority: 5 } }, { tag: { vid: 10, priority: 4 } }],
  ['priority of what has no tag', { priority: 0, vlan: 1 }, {}, { tag: { vid: 1, priority: 1 } }],
  ['source address', { ...IPV4, ipv4Source: [0x0a00_0000, 0xffff_ff00] }, {}, { source: '10.0.1.1' }],
  ['destination address', { ...IPV4, ipv4Destination: SERVER }, {}, { destination: '10.0.0.8' }],
  ['DSCP', { ...IPV4, dscp: 46 }, { dscp: 46, ecn: 1 }, { dscp: 45 }],
  ['protocol', { ...IPV4, ipProtocol: 253 }, {}, { protocol: 254 }],
  ['bits of a protocol', { ...IPV4, ipProtocol: [0xf0, 0xf0] }, {}, { protocol: 17 }],
  ['TCP source port', { ...IPV4, ...TCP, sourcePort: 23 }, { protocol: 6, sourcePort: 23 }, { protocol: 6 }],
  [
    'TCP destination port',
    { ...IPV4, ...TCP, destinationPort: [0x50, 0xfff0] },
    { protocol: 6, destinationPort: 0x5f },
    { protocol: 6, destinationPort: 0x60 },
  ],
  [
    'UDP ports, which are not those of TCP',
    { ...IPV4, ...UDP, sourcePort: 1, destinationPort: 2 },
    { protocol: 17, sourcePort: 1, destinationPort: 2 },
    { protocol: 6, sourcePort: 1, destinationPort: 2 },
  ],
  [
    'TCP flags',
    { ...IPV4, ...TCP, tcpFlags: [0x02, 0x12] },
    { protocol: 6, tcpFlags: 0x02 },
    { protocol: 6, tcpFlags: 0x12 },
  ],
  ['ICMP type', { ...IPV4, ipProtocol: 1, icmpType: 8 }, { protocol: 1, type: 8 }, { protocol: 1, type: 0 }],
  ['ICMP code', { ...IPV4, ipProtocol: 1, icmpCode: 1 }, { protocol: 1, code: 1 }, { protocol: 1, code: 0 }],
  ['IPv6 source', { ...IPV6, ipv6Source: [0x2001_0db8n << 96n, PREFIX6] }, V6, { ...V6, source: '2001:db9::1' }],
  ['IPv6 destination', { ...IPV6, ipv6Destination: SERVER6 }, V6, { ...V6, destination: '2001:db8::a' }],
  ['traffic class', { ...IPV6, trafficClass: 185 }, { ...V6, dscp: 46, ecn: 1 }, { ...V6, dscp: 46 }],
  ['flow label', { ...IPV6, flowLabel: [0x345, 0xfff] }, { ...V6, flowLabel: 0x12345 }, { ...V6, flowLabel: 0x12344 }],
  [
    'TCP port over IPv6',
    { ...IPV6, ...TCP, destinationPort: 23 },
    { ...V6, protocol: 6, destinationPort: 23 },
    { ...V6, protocol: 6, destinationPort: 22 },
  ],
  [
    'ICMPv6 type',
    { ...IPV6, ipProtocol: 58, icmpType: 135 },
    { ...V6, protocol: 58, type: 135 },
    { ...V6, protocol: 58, type: 136 },
  ],
  [
    'ports, which later fragments do not show',
    { ...IPV4, ...UDP, sourcePort: [0, 1] },
    { protocol: 17, sourcePort: 2 },
    { protocol: 17, sourcePort: 2, fragment: 100 },
  ],
  ['protocol, which later fragments show', { ...IPV4, ...UDP }, { protocol: 17, fragment: 100 }, { protocol: 6 }],
  [
    'octets of the head',
    { 'l2+10': [(macValue('A') << 16n) & 0xffff_0000n, 0xffff_0000n] },
    {},
    { from: stationMac('C') },
  ],
  [
    'octets where the type of an untagged frame stands',
    { 'l2+12': [0x0800_0000, 0xffff_0000] },
    {},
    { tag: { vid: 10 } },
  ],
];

/** Fields that compare octets behind the head. */
const contents: typeof fields = [
  ['octets of the payload', { 'l2+14': [0x4500_0000, 0xff00_0000] }, {}, V6],
  ['octets of the packet, tagged or not', { 'l3+16': SERVER }, { tag: { vid: 10 } }, { destination: '10.0.0.8' }],
  ['octets of the segment', { 'l4+2': [23 << 16, 0xffff_0000] }, { protocol: 6, destinationPort: 23 }, { protocol: 6 }],
  [
    'type of IGMP',
    { ...IPV4, ipProtocol: 2, igmpType: 0x16 },
    { protocol: 2, type: 0x16 },
    { protocol: 2, type: 0x17 },
  ],
];

/** The access control list: what each rule looks at and does, and in which order. */
export function describeAccessControl(bench: () => Bench): void {
  const vlans = { 1: { untagged: '1-6' }, 10: { tagged: '1-3' }, 20: { tagged: '1-3' } };
  const key = accessRuleKey;
  const begin = (accessControl: Record<number, WantedAccessRule>, others: WantedPlan = {}) =>
    bench().begin({ vlans, accessControl, ...others });

  /** Copies of a frame that left; only its fate matters. */
  async function arrivals(octets: Uint8Array, port = 1): Promise<readonly PortFrame[]> {
    await bench().harness.send(port, octets);
    const { left } = await bench().harness.collect({ left: 1, punted: 0 });
    expect(left.length).toBeGreaterThan(0);
    return left;
  }

  async function isDenied(octets: Uint8Array, port = 1): Promise<void> {
    await bench().harness.send(port, octets);
    expect((await bench().harness.collect({ left: 0, punted: 0 })).left).toEqual([]);
  }

  const hits = async (of: number) => Number((await bench().datapath.accessHits()).get(of) ?? -1n);

  for (const [what, match, held, other] of fields) {
    test(`a rule looks at the ${what}`, async () => {
      await begin({ [key(1, 1)]: { match, action: 'deny' } });
      await isDenied(ipFrame(held));
      await arrivals(ipFrame(other));
    });
  }

  for (const [what, match, held, other] of contents) {
    test(`a rule looks at ${what}, or is refused with a sentence`, async () => {
      const plan = { [key(1, 1)]: { match, action: 'deny' } } as const;
      if (bench().datapath.facts.lacking.has('packetContent')) {
        await bench().begin({ vlans });
        await expect(begin(plan)).rejects.toThrow(/This switch/);
        await arrivals(ipFrame(held));
        return;
      }
      await begin(plan);
      await isDenied(ipFrame(held));
      await arrivals(ipFrame(other));
    });
  }

  describe('the order of rules', () => {
    const everything = { match: { source: [0n, 0x0100_0000_0000n] as const }, action: 'deny' as const };

    test('is by profile, then by rule, and the first that holds a frame decides', async () => {
      await begin({
        [key(2, 1)]: everything,
        [key(1, 9)]: { match: { etherType: 0x0806 } },
        [key(1, 10)]: { match: { etherType: 0x0806 }, action: 'deny' },
      });
      await arrivals(arpFrame('request'));
      await isDenied(ipFrame({}));
      await expect.poll(() => hits(key(1, 9)), PATIENCE).toBe(1);
      expect(await hits(key(1, 10))).toBe(0);
      await expect.poll(() => hits(key(2, 1)), PATIENCE).toBe(1);
    });

    test('passes by rules of other ports', async () => {
      await begin({ [key(1, 1)]: { ...everything, ports: '2' }, [key(1, 2)]: { ...everything, ports: '3-6' } });
      await arrivals(ipFrame({}));
      await isDenied(ipFrame({}), 2);
      await isDenied(ipFrame({}), 3);
      await isDenied(ipFrame({}), 6);
    });

    test('changes at once, and what is not held goes on', async () => {
      const permit = { match: { ...IPV4, ipv4Destination: SERVER } };
      await begin({ [key(1, 1)]: permit, [key(2, 1)]: everything });
      await arrivals(ipFrame({}));
      await bench().change({ vlans, accessControl: { [key(2, 1)]: everything, [key(3, 1)]: permit } });
      await isDenied(ipFrame({}));
      await bench().change({ vlans });
      await arrivals(ipFrame({}));
    });

    test('is by rank where rules have one, and hits stay those of their rules where it changes', async () => {
      const permit = { match: { ...IPV4, ipv4Destination: SERVER } };
      await begin({ [key(1, 1)]: permit, [key(2, 1)]: everything });
      await arrivals(ipFrame({}));
      await expect.poll(() => hits(key(1, 1)), PATIENCE).toBe(1);
      const [later, sooner] = [
        { ...permit, rank: 2 },
        { ...everything, rank: 1 },
      ];
      await bench().change({ vlans, accessControl: { [key(1, 1)]: later, [key(2, 1)]: sooner } });
      await isDenied(ipFrame({}));
      await expect.poll(() => hits(key(2, 1)), PATIENCE).toBe(1);
      expect(await hits(key(1, 1))).toBe(1);
    });

    test('is by rank against the order of profiles, however many look at the same bits, and whatever lies between', async () => {
      const from = (letter: string) => ({ match: { source: macValue(letter) }, action: 'deny' as const });
      await begin({
        [key(1, 1)]: { ...from('D'), rank: 6 },
        [key(2, 1)]: { match: { ...IPV4, ipv4Destination: SERVER }, action: 'deny', rank: 5 },
        [key(3, 1)]: { ...from('A'), rank: 4 },
        [key(4, 1)]: { match: IPV4, rank: 3 },
        [key(5, 1)]: { ...from('C'), rank: 2 },
        [key(6, 1)]: { match: IPV6, rank: 1 },
      });
      // Three rules hold it: those of ranks 3, 4 and 5.
      await arrivals(ipFrame({}));
      await isDenied(ipFrame({ from: stationMac('C') }));
      await arrivals(ipFrame({ from: stationMac('D') }));
      await isDenied(arpFrame('request'));
      await arrivals(ipFrame({ ...V6, from: stationMac('C') }));
      const counted = async () => Promise.all([1, 2, 3, 4, 5, 6].map((profile) => hits(key(profile, 1))));
      await expect.poll(counted, PATIENCE).toEqual([0, 0, 1, 2, 1, 1]);
    });

    test('holds while rules come between others, over and over', async () => {
      const rules: Record<number, WantedAccessRule> = { [key(9, 1)]: everything };
      await begin(rules);
      for (let rule = 40; rule > 0; rule -= 1) {
        rules[key(1, rule)] = { match: { ...IPV4, ipProtocol: rule } };
        await bench().change({ vlans, accessControl: rules });
      }
      await arrivals(ipFrame({ protocol: 17 }));
      await isDenied(ipFrame({ protocol: 41 }));
      await expect.poll(() => hits(key(1, 17)), PATIENCE).toBe(1);
    });
  });

  test('what is denied has taught its address', async () => {
    await begin({ [key(1, 1)]: { match: { source: macValue('A') }, action: 'deny' } });
    await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
    expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
  });

  test('control frames, and those of the switch itself, are in no rule', async () => {
    await begin({ [key(1, 1)]: { action: 'deny' } });
    await bench().passes({ port: 1, from: 'A', to: '01-80-C2-00-00-00' }, ['punted bpdu']);
    const frame = buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL);
    bench().datapath.originate(20, frame);
    await bench().leave(frame, ['1 tagged 20', '2 tagged 20', '3 tagged 20']);
  });

  test('a permit lets nothing round the stages behind it', async () => {
    const taken = { stage: 'inspection', action: 'take', rate: 1000, matches: [{ etherType: 0x88b5 }] } as const;
    await begin({ [key(1, 1)]: {} }, { punts: { taken } });
    await bench().passes({ port: 1, from: 'A', to: 'all' }, ['punted taken in 1']);
    await bench().change({ vlans, punts: { taken }, accessControl: { [key(1, 1)]: { action: 'deny' } } });
    await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
  });

  test('a rule holds for a trunk that its list stands for', async () => {
    await begin({ [key(1, 1)]: { ports: '2', action: 'deny' } }, { trunks: { 5001: '2,4' } });
    await bench().passes({ port: 4, from: 'A', to: 'all' }, []);
    await bench().passes({ port: 5, from: 'A', to: 'all' }, ['1 untagged', '2|4 untagged', '3 untagged', '6 untagged']);
  });

  describe('what a permit gives', () => {
    test('is a priority, for the tag that a frame has and for that it gets', async () => {
      const plain = { ...vlans, 1: { untagged: '1', tagged: '2' } };
      await begin({ [key(1, 1)]: { priority: 6 } }, { vlans: plain });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 tagged 1 priority 6']);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '1 priority 3' }, ['2 tagged 1 priority 6']);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '0 priority 3' }, ['2 tagged 1 priority 6']);
      await bench().change({ vlans: plain, accessControl: { [key(1, 1)]: { priority: 0 } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '1 priority 3' }, ['2 tagged 1']);
    });

    test('stays with what the agent takes out and lets go on', async () => {
      const taken = { stage: 'inspection', action: 'take', rate: 1000, matches: [{ etherType: 0x88b5 }] } as const;
      const others = { vlans: { ...vlans, 1: { untagged: '1', tagged: '2' } }, punts: { taken } };
      for (const [rule, given, left] of [
        [{ priority: 6 }, 6, '2 tagged 1 priority 6'],
        [{ priority: 0 }, 0, '2 tagged 1'],
        [{}, undefined, '2 tagged 1 priority 4'],
      ] as const) {
        await begin({ [key(1, 1)]: rule }, { ...others, ports: { 1: { priority: 4 } } });
        const frame = buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL);
        await bench().harness.send(1, frame);
        const { punted } = await bench().harness.collect({ left: 0, punted: 1 });
        expect(punted.map(({ priority }) => priority)).toEqual([given]);
        for (const one of punted) bench().datapath.resume(one);
        await bench().leave(frame, [left]);
      }
    });

    for (const [what, rule, sent, dscp] of [
      ['a DSCP', { dscp: 46 }, { dscp: 10, ecn: 1 }, 46],
      ['a DSCP of IPv6', { dscp: 46 }, { ...V6, dscp: 10, ecn: 1 }, 46],
      ['a precedence', { precedence: 5 }, { dscp: 10, ecn: 1 }, 42],
      ['a precedence of IPv6', { precedence: 0 }, { ...V6, dscp: 46, ecn: 1 }, 6],
      ['a DSCP behind a tag', { dscp: 8 }, { tag: { vid: 10 }, ecn: 1 }, 8],
    ] as const) {
      test(`is ${what}, with a checksum that is right`, async () => {
        await begin({ [key(1, 1)]: rule });
        const frame = ipFrame(sent);
        const left = await arrivals(frame);
        const packet = 'tag' in sent ? 18 : 14;
        for (const one of left) {
          const isIpv6 = 'destination' in sent;
          const octet = isIpv6 ? (uint16At(one.frame, packet) >>> 4) & 0xff : (one.frame[packet + 1] ?? 0);
          expect(octet).toBe((dscp << 2) | 1);
          if (!isIpv6) expect(internetChecksum(one.frame.subarray(packet, packet + 20))).toBe(0);
          // Nothing else of it has changed.
          expect(one.frame.subarray(packet + (isIpv6 ? 2 : 12))).toEqual(frame.subarray(packet + (isIpv6 ? 2 : 12)));
        }
      });
    }

    test('changes no frame that has no place for it', async () => {
      await begin({ [key(1, 1)]: { dscp: 46 } });
      const frame = arpFrame('request');
      for (const one of await arrivals(frame)) expect(one.frame).toEqual(frame);
    });

    test('is a copy as received, beside the normal way', async () => {
      const mirrors = [{ target: 6, ingress: '5' }];
      await begin({ [key(1, 1)]: { match: { etherType: 0x88b5 }, copyTo: 6 } }, { mirrors });
      await bench().hears(2, 'B');
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged', '6 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10', '3 tagged 10', '6 tagged 10']);
      await bench().change({ vlans, mirrors });
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
    });
  });

  test('a rule copies once, however many sessions have its target', async () => {
    const mirrors = [
      { session: 1, target: 6, ingress: '5' },
      { session: 2, target: 6, egress: '4' },
    ];
    await begin({ [key(1, 1)]: { match: { etherType: 0x88b5 }, copyTo: 6 } }, { mirrors });
    await bench().hears(2, 'B');
    await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged', '6 untagged']);
  });

  test('a copy to a port that is no mirror target is refused', async () => {
    await bench().begin({ vlans });
    await expect(begin({ [key(1, 1)]: { copyTo: 6 } })).rejects.toThrow(/no mirror target/);
  });

  describe('hits', () => {
    test('go on where a rule gets other ports or does something else, and begin anew where it looks for others', async () => {
      const rule = { match: { ...IPV4, ...TCP } };
      await bench().begin({ vlans });
      await begin({ [key(1, 1)]: rule });
      await arrivals(ipFrame({ protocol: 6 }));
      await expect.poll(() => hits(key(1, 1)), PATIENCE).toBe(1);
      for (const changed of [
        { ...rule, ports: '1,3' },
        { ...rule, ports: '1,3', priority: 4 },
        { ...rule, ports: '1', action: 'deny' as const },
      ]) {
        const before = await hits(key(1, 1));
        await bench().change({ vlans, accessControl: { [key(1, 1)]: changed } });
        const frame = ipFrame({ protocol: 6 });
        await ('action' in changed ? isDenied(frame) : arrivals(frame));
        await expect.poll(() => hits(key(1, 1)), PATIENCE).toBe(before + 1);
      }
      await bench().change({ vlans, accessControl: { [key(1, 1)]: { match: { ...IPV4, ...UDP } } } });
      expect(await hits(key(1, 1))).toBe(0);
    });

    test('of a rule stay while others come and go before it', async () => {
      const last = { match: { ...IPV4, ...TCP }, action: 'deny' as const };
      await bench().begin({ vlans });
      await begin({ [key(2, 1)]: last });
      await isDenied(ipFrame({ protocol: 6 }));
      await expect.poll(() => hits(key(2, 1)), PATIENCE).toBe(1);
      await bench().change({
        vlans,
        accessControl: { [key(1, 1)]: { match: { ...IPV4, ...UDP } }, [key(2, 1)]: last },
      });
      expect(await hits(key(2, 1))).toBe(1);
      expect(await hits(key(1, 1))).toBe(0);
    });

    test('are none of a rule that takes the place of another one which looked for the same', async () => {
      const rule = { match: { ...IPV4, ...TCP } };
      await bench().begin({ vlans });
      await begin({ [key(1, 1)]: rule });
      await arrivals(ipFrame({ protocol: 6 }));
      await expect.poll(() => hits(key(1, 1)), PATIENCE).toBe(1);
      await bench().change({ vlans, accessControl: { [key(2, 1)]: rule } });
      expect(await hits(key(2, 1))).toBe(0);
      await arrivals(ipFrame({ protocol: 6 }));
      await expect.poll(() => hits(key(2, 1)), PATIENCE).toBe(1);
    });
  });
}

/** Octets of a frame without FCS. */
const LENGTH = 1000;
/** More than a burst. */
const FLOOD = 100;
const BURST_FRAMES = 65;

/** Rate of a rule per second. */
export function describeAccessRates(bench: () => Bench): void {
  /** Sends frames into ports 1 and 3 by turns and returns how many of them left by port 2. */
  async function flood(): Promise<number> {
    for (let one = 0; one < FLOOD; one += 1) {
      const port = one % 2 === 0 ? 1 : 3;
      await bench().harness.send(port, buildTestFrame({ port, from: 'A', to: 'B', length: LENGTH }, SERIAL + one));
    }
    const { left } = await bench().harness.collect({ left: 1, punted: 0 });
    return left.filter(({ port }) => port === 2).length;
  }

  test('a rule with a rate permits a burst and what the rate lets through, whatever port it comes by', async () => {
    const limited = { match: { etherType: 0x88b5 }, rateKilobits: 320 };
    await bench().begin({ accessControl: { [accessRuleKey(1, 1)]: limited } });
    await bench().hears(2, 'B');
    await bench().harness.advance(2000);
    await bench().harness.collect({ left: 0, punted: 0 });
    const passed = await flood();
    expect(passed).toBeGreaterThanOrEqual(BURST_FRAMES - 5);
    expect(passed).toBeLessThan(FLOOD);
    const hits = async () => Number((await bench().datapath.accessHits()).get(accessRuleKey(1, 1)) ?? 0n);
    await expect.poll(hits, PATIENCE).toBeGreaterThanOrEqual(FLOOD);
    // The rest of its rate is kept when something else of the rule changes.
    await bench().change({ accessControl: { [accessRuleKey(1, 1)]: { ...limited, priority: 3 } } });
    expect(await flood()).toBeLessThan(BURST_FRAMES - 5);
    await bench().change({});
    expect(await flood()).toBe(FLOOD);
  });
}
