import { describe, expect, test } from 'vitest';
import { countedRules } from '../../datapath/contract/counted-rules.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import {
  type AccessCondition,
  type AccessRulePlan,
  accessRuleKey,
  bitsOfField,
} from '../../model/access-control/access-rule.ts';
import { wordsOf } from '../../model/values/message.ts';
import { firstPorts, portListOf } from '../../model/values/port-list.ts';
import { judge } from './judge.ts';
import { client, connection, outlook, own, PORTS, plan } from './testing.ts';

type Values = Partial<Record<AccessCondition['field'], bigint | readonly [value: bigint, mask: bigint]>>;

/** A rule of every port that denies. */
function rule(values: Values, more: Partial<AccessRulePlan> = {}): AccessRulePlan {
  const match = Object.entries(values).map(([name, given]): AccessCondition => {
    // The names are those of `Values`.
    const field = name as AccessCondition['field'];
    const whole = (1n << BigInt(bitsOfField(field))) - 1n;
    const [value, mask] = typeof given === 'object' ? given : [given ?? 0n, whole];
    return { field, value, mask };
  });
  return { match, ports: firstPorts(PORTS), action: 'deny', ...more };
}

const withRules = (rules: readonly AccessRulePlan[], base: ForwardingPlan): ForwardingPlan => ({
  ...base,
  accessControl: new Map(rules.map((one, at) => [accessRuleKey(1, at + 1), one])),
});

const six: ForwardingPlan = {
  ...plan,
  interfaces: new Map([[1, { ...own, addresses: [{ address: '2001:db8::200', prefix: 64 }] }]]),
};
const overSix = { ...connection, localAddress: '2001:db8::200', remoteAddress: '2001:db8::9' };

/** The guard's judgment of rules, in words, compared with the former ones; "" if it has no objection. */
function wordsOn(
  rules: readonly AccessRulePlan[],
  { base = plan, over = connection, ending = [] as readonly number[], former = [] as readonly AccessRulePlan[] } = {},
): string {
  const endingRules = new Map(ending.map((one) => [accessRuleKey(1, one), true]));
  const after = outlook(withRules(rules, base), { endingRules });
  const verdict = judge(outlook(withRules(former, base)), after, { path: client, connection: over });
  return 'reason' in verdict ? `${verdict.kind} ${wordsOf(verdict.reason)}` : '';
}

const IPV4 = { etherType: 0x0800n };
const TCP = { ...IPV4, ipProtocol: 6n };
const AT_WORST = 'unknown In the worst case: Rule 1 of profile 1 would drop the frames of this session.';

describe('the guard asks about a rule that denies', () => {
  test.each<readonly [string, Values]>([
    ['the beginning of connections', { ...TCP, tcpFlags: [2n, 18n] }],
    ['some of the ports that clients have', { ...TCP, sourcePort: [0xd000n, 0xf000n] }],
    ['packets that came some way', { 'l3+8': [0x3f00_0000n, 0xff00_0000n] }],
    ['a length of packets', { 'l3+2': [1500n << 16n, 0xffff_0000n] }],
    ['what packets carry', { 'l4+20': [0x1603_0000n, 0xffff_0000n] }],
    ['packets with a DSCP', { ...IPV4, dscp: 18n }],
    ['answers to the questions of the switch', { etherType: 0x0806n, destination: 0x0200_0000_0001n }],
    ['answers, by their content', { etherType: 0x0806n, 'l3+4': [2n, 0xffffn] }],
  ])('%s', (_what, values) => {
    expect(wordsOn([rule(values)])).toMatch(/would drop the frames of this session\.$/);
  });

  test.each<readonly [string, Values]>([
    ['answers to the questions of the switch', { etherType: 0x86ddn, ipProtocol: 58n, icmpType: 136n }],
    ['questions for single addresses', { etherType: 0x86ddn, ipProtocol: 58n, icmpType: 135n }],
    ['a flow', { etherType: 0x86ddn, flowLabel: 0x12345n }],
    ['a traffic class', { etherType: 0x86ddn, trafficClass: 184n }],
    [
      'neighbour discovery from addresses of the link',
      { etherType: 0x86ddn, ipv6Source: [0xfe80n << 112n, 0xffc0n << 112n] },
    ],
    ['some of the ports that clients have', { etherType: 0x86ddn, ipProtocol: 6n, sourcePort: [0xd000n, 0xf000n] }],
  ])('over IPv6 %s', (_what, values) => {
    expect(wordsOn([rule(values)], { base: six, over: overSix })).toMatch(/would drop the frames of this session\.$/);
  });

  test('behind a permit that ends by itself, or that does not hold all of them', () => {
    const everything = rule({ source: [0n, 1n << 40n] }, { ports: portListOf([2]) });
    const mine = rule({ source: 0x0200_0000_0009n }, { action: 'permit' });
    expect(wordsOn([mine, everything])).toBe('');
    expect(wordsOn([mine, everything], { ending: [1] })).toBe(
      'unknown In the worst case: Rule 2 of profile 1 would drop the frames of this session.',
    );
    const once = rule({ 'l3+8': [0x4000_0000n, 0xff00_0000n] }, { action: 'permit' });
    expect(wordsOn([rule({ etherType: 0x0806n }, { action: 'permit' }), once, everything])).not.toBe('');
  });
});

test('the guard asks about a rule that holds a session to less than it needs', () => {
  const slow = (rateKilobits: number) => wordsOn([rule(TCP, { action: 'permit', rateKilobits })]);
  expect(slow(448)).toBe('unknown Rule 1 of profile 1 would limit the frames of this session to 448 kbit/s.');
  expect(slow(512)).toBe('');
});

describe('the guard has nothing against a rule', () => {
  test.each<readonly [string, Values, Partial<AccessRulePlan>]>([
    ['of another service', { ...TCP, destinationPort: 23n }, {}],
    ['of another protocol', { ...IPV4, ipProtocol: 17n }, {}],
    ['of another protocol, by content', { 'l3+8': [0x0011_0000n, 0x00ff_0000n] }, {}],
    ['of another client', { ...IPV4, ipv4Source: 0xc0a8_0a0an }, {}],
    ['of another type, by content', { 'l2+12': [0x8864_0000n, 0xffff_0000n] }, {}],
    ['of octets behind the longest ARP', { etherType: 0x0806n, 'l3+60': [0n, 1n] }, {}],
    ['of other ports', { ...TCP, tcpFlags: 2n }, { ports: portListOf([3]) }],
  ])('%s', (_what, values, more) => {
    expect(wordsOn([rule(values, more)])).toBe('');
  });

  test('that it has asked about before', () => {
    const syn = rule({ ...TCP, tcpFlags: 2n });
    expect(wordsOn([syn])).toBe(AT_WORST);
    expect(wordsOn([syn, rule({ ...TCP, destinationPort: 23n })], { former: [syn] })).toBe('');
    expect(wordsOn([syn, rule({ ...IPV4, dscp: 8n })], { former: [syn] })).not.toBe('');
  });
});

test('looks into a rule of 256 once, however many others come and go', () => {
  const counted = countedRules(firstPorts(PORTS));
  const [last = 0] = [...counted.rules.keys()].slice(-1);
  const ruled = (rules: ReadonlyMap<number, AccessRulePlan>) => outlook({ ...plan, accessControl: rules });
  const origin = { path: client, connection };
  expect(judge(ruled(new Map()), ruled(counted.rules), origin)).toEqual({ kind: 'fine' });
  expect(counted.looked()).toBe(256);
  const without = new Map([...counted.rules].filter(([key]) => key !== last));
  expect(judge(ruled(counted.rules), ruled(without), origin)).toEqual({ kind: 'fine' });
  expect(counted.looked()).toBe(0);
});
