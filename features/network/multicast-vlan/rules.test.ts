import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { igsCtrl } from '../igmp-snooping/objects.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { factory, messagesOf, planOf } from '../testing.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import {
  multicastVlanAssocEntry,
  multicastVlanCtrl,
  multicastVlanEntry,
  multicastVlanGroupEntry,
  multicastVlanGroupRangeEntry,
} from './objects.ts';

type Row = RowOf<typeof multicastVlanEntry>;

const before = factory()
  .withGroup(igsCtrl, { igsStatus: 1 })
  .withGroup(multicastVlanCtrl, { multicastVlanStatus: 1 })
  .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticName: 'hall' });

const vlan = (id: number, values: Partial<Row> = {}, from: Configuration = before) =>
  from.withRow(multicastVlanEntry, { multicastVlanId: id, multicastVlanName: `tv${id}`, ...values });
const profile = (name: string, from: Configuration, version: 1 | 2 = 1) =>
  from.withRow(multicastVlanGroupEntry, { multicastVlanGroupName: name, multicastVlanGroupIpVersion: version });
const range = (name: string, first: string, last: string, from: Configuration) =>
  from.withRow(multicastVlanGroupRangeEntry, {
    multicastVlanGroupName: name,
    multicastVlanGroupStart: first,
    multicastVlanGroupEnd: last,
  });
const carries = (id: number, name: string, from: Configuration) =>
  from.withRow(multicastVlanAssocEntry, { multicastVlanId: id, multicastVlanGroupName: name });

describe('a multicast VLAN', () => {
  it('needs IGMP or MLD snooping, which stays on as long as it is', () => {
    const off = before.withGroup(igsCtrl, { igsStatus: 2 });
    const sentence = 'Multicast VLAN requires IGMP or MLD snooping to be enabled first.';
    expect(messagesOf(off.withGroup(multicastVlanCtrl, { multicastVlanStatus: 2 }), off)).toEqual([sentence]);
    expect(messagesOf(before, off)).toEqual([sentence]);
  });

  it('has an ID and a name of its own, and ordinary VLANs neither', () => {
    expect(messagesOf(before, vlan(20))).toEqual(['VLAN 20 exists already.']);
    expect(messagesOf(before, vlan(100, { multicastVlanName: '' }))).toEqual(['VLAN Name must be 1 to 32 characters.']);
    expect(messagesOf(before, vlan(100, { multicastVlanName: 'hall' }))).toEqual([
      'The name hall is that of another VLAN.',
    ]);
    const one = vlan(100);
    expect(messagesOf(one, vlan(101, { multicastVlanName: 'tv100' }, one))).toEqual([
      'The name tv100 is that of another VLAN.',
    ]);
    const ordinary = (values: Partial<RowOf<typeof dot1qVlanStaticEntry>>) =>
      messagesOf(one, one.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 30, ...values }));
    expect(ordinary({ dot1qVlanIndex: 100 })).toEqual(['VLAN 100 is in use by multicast VLAN 100.']);
    expect(ordinary({ dot1qVlanStaticName: 'tv100' })).toEqual(['The name tv100 is that of another VLAN.']);
    expect(ordinary({ dot1qVlanStaticName: 'tv1' })).toEqual([]);
  });

  it('has a port on one side alone, tagged or untagged, on the switch, and no mirroring target', () => {
    expect(
      messagesOf(before, vlan(100, { multicastVlanReceiverUntagged: '1-3', multicastVlanSourceTagged: '3' })),
    ).toEqual(['Port 3 cannot be both a source and a receiver of multicast VLAN 100.']);
    expect(
      messagesOf(before, vlan(100, { multicastVlanReceiverUntagged: '1-3', multicastVlanReceiverTagged: '2' })),
    ).toEqual(['Port 2 cannot be both tagged and untagged in multicast VLAN 100.']);
    expect(messagesOf(before, vlan(100, { multicastVlanSourceTagged: '11' }))).toEqual([
      'Tagged Source Ports: ports must be within 1 ~ 10.',
    ]);
    const session = {
      mirrorSessionId: 1,
      mirrorSessionStatus: 1,
      mirrorTargetPort: 5,
      mirrorIngressPorts: '6',
    } as const;
    const mirrored = before.withRow(mirrorSessionEntry, session);
    const receiver = { multicastVlanReceiverUntagged: '5' };
    expect(messagesOf(mirrored, vlan(100, receiver, mirrored))).toEqual(['Port 5 is a mirroring target port.']);
    const used = vlan(100, receiver);
    expect(messagesOf(used, used.withRow(mirrorSessionEntry, session))).toEqual([
      'Port 5 is in use by multicast VLAN 100.',
    ]);
  });

  it('is kept by the profiles it carries, and keeps them', () => {
    const used = carries(100, 'news', range('news', '239.1.1.1', '', profile('news', vlan(100))));
    expect(messagesOf(before, used)).toEqual([]);
    expect(messagesOf(used, used.withoutRow(multicastVlanEntry, { multicastVlanId: 100 }))).toEqual([
      'Multicast VLAN 100 is in use by group profile news in multicast VLAN 100.',
    ]);
    expect(messagesOf(used, used.withoutRow(multicastVlanGroupEntry, { multicastVlanGroupName: 'news' }))).toContain(
      'Group profile news is in use by group profile news in multicast VLAN 100.',
    );
    expect(messagesOf(before, carries(100, 'none', vlan(100)))).toEqual(['Group profile none does not exist.']);
  });
});

describe('a group profile', () => {
  const news = profile('news', before);

  it('holds ranges of its family, each upwards, none twice, and eight at most', () => {
    expect(messagesOf(news, range('news', '239.1.1.9', '239.1.1.8', news))).toEqual([
      'The end address must not be below the start address.',
    ]);
    expect(messagesOf(news, range('news', 'ff05::1', '', news))).toEqual(['Profile news holds IPv4 addresses.']);
    expect(messagesOf(news, range('news', '239.1.1.1', 'ff05::1', news))).toEqual([
      'Profile news holds IPv4 addresses.',
    ]);
    const six = profile('six', before, 2);
    expect(messagesOf(six, range('six', '239.1.1.1', '', six))).toEqual(['Profile six holds IPv6 addresses.']);
    expect(messagesOf(six, range('six', 'ff05::1', 'ff05::ffff:ffff:ffff:fffe', six))).toEqual([
      'The range splits into 126 address blocks; at most 64 are possible. Align its start or end.',
    ]);
    expect(messagesOf(six, range('six', 'ff05::', 'ff05::ffff:ffff:ffff:fffe', six))).toEqual([]);
    const some = range('news', '239.1.1.0', '239.1.1.9', news);
    expect(messagesOf(some, range('news', '239.1.1.9', '239.1.2.0', some))).toEqual([
      '239.1.1.9–239.1.2.0 overlaps 239.1.1.0–239.1.1.9 of this profile.',
    ]);
    const eight = Array.from({ length: 8 }, (_, at) => `239.2.${at}.1`).reduce(
      (all, address) => range('news', address, '', all),
      news,
    );
    expect(messagesOf(news, eight)).toEqual([]);
    expect(messagesOf(eight, range('news', '239.3.0.1', '', eight))).toEqual([
      'The table is full (maximum 8 entries).',
    ]);
  });

  it.each(['224.0.0.251', '223.1.1.1', '240.0.0.1', 'ff02::1', 'ff01::1', 'fe80::1', '2001:db8::1', ''])(
    'does not hold %s',
    (wrong) => {
      const { multicastVlanGroupStart: field } = multicastVlanGroupRangeEntry.fields;
      expect(field.read(wrong).ok).toBe(false);
    },
  );

  it.each([
    ['224.0.1.0', '224.0.1.0'],
    ['239.255.255.255', '239.255.255.255'],
    ['FF05:0:0:0::77', 'ff05::77'],
    ['ff3e::1', 'ff3e::1'],
  ])('holds %s', (right, canonical) => {
    const { multicastVlanGroupStart: field } = multicastVlanGroupRangeEntry.fields;
    expect(field.read(right)).toEqual({ ok: true, value: canonical });
  });

  it('shares no group with one of another multicast VLAN', () => {
    const first = carries(
      100,
      'news',
      range('news', '239.1.1.0', '239.1.1.9', profile('news', vlan(101, {}, vlan(100)))),
    );
    const sport = range('sport', '239.1.2.0', '239.1.2.9', profile('sport', first));
    expect(messagesOf(sport, carries(101, 'sport', sport))).toEqual([]);
    expect(messagesOf(first, carries(101, 'news', first))).toEqual([
      'Multicast VLAN 100 carries groups of 239.1.1.0–239.1.1.9 already.',
    ]);
    const both = carries(101, 'sport', sport);
    expect(messagesOf(both, range('sport', '239.1.1.5', '', both))).toEqual([
      'Multicast VLAN 100 carries groups of 239.1.1.5 already.',
    ]);
    expect(messagesOf(both, range('news', '239.1.2.0', '', both))).toEqual([
      'Multicast VLAN 101 carries groups of 239.1.2.0 already.',
    ]);
    expect(messagesOf(first, carries(300, 'news', first))).toEqual(['Multicast VLAN 300 does not exist.']);
    // Two of one multicast VLAN may.
    const again = range('again', '239.1.1.5', '', profile('again', first));
    expect(messagesOf(again, carries(100, 'again', again))).toEqual([]);
  });
});

describe('the plan', () => {
  it('has no multicast VLAN that is off', () => {
    expect([...planOf(vlan(100)).multicastVlans.keys()]).toEqual([100]);
    expect(planOf(vlan(100, { multicastVlanState: 2 })).multicastVlans.size).toBe(0);
    const off = vlan(100).withGroup(multicastVlanCtrl, { multicastVlanStatus: 2 });
    expect(planOf(off).multicastVlans.size).toBe(0);
  });
});
