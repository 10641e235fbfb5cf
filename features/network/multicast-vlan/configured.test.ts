import { describe, expect, test } from 'vitest';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { parsePortList } from '../../../model/values/port-list.ts';
import { carries, configuredMulticastVlans, overlap } from './configured.ts';
import {
  KEEP_PRIORITY,
  multicastVlanAssocEntry,
  multicastVlanCtrl,
  multicastVlanEntry,
  multicastVlanGroupEntry,
  multicastVlanGroupRangeEntry,
} from './objects.ts';

const range = (multicastVlanGroupName: string, multicastVlanGroupStart: string, multicastVlanGroupEnd = '') => ({
  ...{ multicastVlanGroupName, multicastVlanGroupStart, multicastVlanGroupEnd },
});

/** Multicast VLAN 100 carries "news" and "six", 200 "sport"; 300 is off. */
const rows = [
  { multicastVlanId: 100, multicastVlanRemapPriority: 5, multicastVlanReplaceSourceIp: '192.0.2.1' },
  { multicastVlanId: 200, multicastVlanRemapPriority: KEEP_PRIORITY },
  { multicastVlanId: 300, multicastVlanState: Status.disabled },
] as const;
const configuration = rows.reduce(
  (soFar, row) =>
    soFar.withRow(multicastVlanEntry, {
      ...{ multicastVlanName: `tv ${row.multicastVlanId}`, multicastVlanSourceTagged: '1' },
      ...{ multicastVlanSourceUntagged: '2', multicastVlanReceiverTagged: '3', multicastVlanReceiverUntagged: '4' },
      ...row,
    }),
  [range('news', '239.1.1.1', '239.1.1.9'), range('sport', '239.1.1.10'), range('six', 'ff3e::1', 'ff3e::9')].reduce(
    (soFar, row) =>
      soFar
        .withRow(multicastVlanGroupEntry, { multicastVlanGroupName: row.multicastVlanGroupName })
        .withRow(multicastVlanGroupRangeEntry, row),
    Configuration.empty
      .withGroup(multicastVlanCtrl, { multicastVlanStatus: Status.enabled })
      .withRow(multicastVlanAssocEntry, { multicastVlanId: 100, multicastVlanGroupName: 'news' })
      .withRow(multicastVlanAssocEntry, { multicastVlanId: 100, multicastVlanGroupName: 'six' })
      .withRow(multicastVlanAssocEntry, { multicastVlanId: 200, multicastVlanGroupName: 'sport' }),
  ),
);

describe('multicast VLANs as configured', () => {
  const [first, second, ...others] = configuredMulticastVlans(configuration);

  test('are those that are on, while the feature is', () => {
    expect([first?.vlan, second?.vlan, others]).toEqual([100, 200, []]);
    const off = configuration.withGroup(multicastVlanCtrl, { multicastVlanStatus: Status.disabled });
    expect(configuredMulticastVlans(off)).toEqual([]);
  });

  test('have their ports, priority and source address', () => {
    const ports = { sources: parsePortList('1-2'), receivers: parsePortList('3-4'), untagged: parsePortList('2,4') };
    expect(first).toMatchObject({ ...ports, priority: 5, replaceSourceIp: '192.0.2.1' });
    expect(second).toMatchObject({ ...ports, priority: undefined });
  });

  test.each([
    ['239.1.1.0', false, false],
    ['239.1.1.1', true, false],
    ['239.1.1.9', true, false],
    ['239.1.1.10', false, true],
    ['239.1.1.11', false, false],
    ['ff3e::1', true, false],
    ['ff3e::9', true, false],
    ['ff3e::a', false, false],
    ['no group', false, false],
  ])('carry %s by the profiles that they have', (group, byFirst, bySecond) => {
    expect([first, second].map((one) => one && carries(one, group))).toEqual([byFirst, bySecond]);
  });
});

test.each([
  [[1n, 5n], [6n, 9n], false],
  [[1n, 5n], [5n, 9n], true],
  [[5n, 9n], [1n, 5n], true],
  [[6n, 9n], [1n, 5n], false],
  [[1n, 9n], [3n, 4n], true],
] as const)('the ranges %s and %s overlap: %s', (one, other, expected) => {
  const version = { version: 4 } as const;
  const [mine, yours] = [one, other].map(([first, last]) => ({ ...version, first: BigInt(first), last: BigInt(last) }));
  if (!mine || !yours) throw new Error('There are two ranges.');
  expect(overlap(mine, yours)).toBe(expected);
  expect(overlap(mine, { ...yours, version: 6 })).toBe(false);
});
