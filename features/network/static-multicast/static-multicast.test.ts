import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factory, messagesOf, planOf, problemsOf } from '../testing.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { dot1qStaticMulticastEntry } from './objects.ts';

const address = '01-00-5E-01-01-01';
const before = factory().withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '4-6' });

const group = (vlan: number, members: string, forbidden = '', from: Configuration = before) =>
  from.withRow(dot1qStaticMulticastEntry, {
    dot1qVlanIndex: vlan,
    dot1qStaticMulticastAddress: address,
    dot1qStaticMulticastStaticEgressPorts: members,
    dot1qStaticMulticastForbiddenEgressPorts: forbidden,
  });

describe('static multicast groups', () => {
  it('reach the plan, and an unchanged one keeps its identity there', () => {
    const one = group(20, '4-5', '6');
    const two = group(1, '', '', one);
    const groupsOf = (configuration: Configuration) => planOf(configuration).groups;
    expect(messagesOf(before, two)).toEqual([]);
    expect(groupsOf(one)).toEqual(
      new Map([[`20,${address}`, { vlan: 20, address, ports: 0b11000n, forbidden: 0b100000n }]]),
    );
    expect(groupsOf(two).get(`20,${address}`)).toBe(groupsOf(one).get(`20,${address}`));
    expect(groupsOf(two).get(`1,${address}`)).toMatchObject({ ports: 0n });
  });

  it.each([
    'FF-FF-FF-FF-FF-FF',
    '01-80-C2-00-00-00',
    '01-80-C2-00-00-2F',
    '01-00-5E-00-00-FB',
    '33-33-00-00-00-01',
    '33-33-00-00-00-02',
    '33-33-FF-12-34-56',
    'CF-00-00-00-00-00',
    '00-11-22-33-44-55',
    '',
  ])('are not of %s', (wrong) => {
    expect(dot1qStaticMulticastEntry.fields.dot1qStaticMulticastAddress.read(wrong).ok).toBe(false);
  });

  it.each(['01-00-5E-00-01-01', '33-33-00-00-00-FB', '01-80-C2-00-00-30', '01-1B-19-00-00-00'])(
    'may be of %s',
    (right) => {
      const { dot1qStaticMulticastAddress: field } = dot1qStaticMulticastEntry.fields;
      expect(field.read(right.toLowerCase().replaceAll('-', ':'))).toEqual({ ok: true, value: right });
    },
  );

  it('need a VLAN that exists, members in it, and no port that is both member and forbidden', () => {
    expect(messagesOf(before, group(30, '4'))).toEqual(['VLAN 30 does not exist.']);
    expect(messagesOf(before, group(20, '4,7'))).toEqual(['Port 7 is not a member of VLAN 20.']);
    expect(messagesOf(before, group(20, '4-5', '5'))).toEqual([
      'Port 5 cannot be both a member of the group and forbidden.',
    ]);
    expect(messagesOf(before, group(20, '4', '11'))).toEqual(['Forbidden Ports: ports must be within 1 ~ 10.']);
    expect(messagesOf(before, group(20, '4', '1'))).toEqual([]);
  });

  it('hold their VLAN and its members', () => {
    const used = group(20, '4-5');
    expect(problemsOf(used, used.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }))).toMatchObject([
      { object: 'dot1qVlanStaticEntry', row: { dot1qVlanIndex: 20 } },
    ]);
    const lost = used.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '5-6' });
    expect(messagesOf(used, lost)).toEqual([`VLAN 20 is in use by static multicast group ${address} of VLAN 20.`]);
    expect(messagesOf(used, group(20, '5', '', lost))).toEqual([]);
  });
});
