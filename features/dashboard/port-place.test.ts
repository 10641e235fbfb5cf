import { describe, expect, it } from 'vitest';
import { rowCalls } from '../../console/call/row-calls.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { TrunkMode, trunkGroupEntry } from '../network/trunk/objects.ts';
import { dot1qPortVlanEntry } from '../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { NONE, placeChanges, placeOf, placeProblems } from './port-place.ts';

const vlan = (dot1qVlanIndex: number, members: string, untagged: string) => ({
  dot1qVlanIndex,
  dot1qVlanStaticName: '',
  dot1qVlanStaticEgressPorts: members,
  dot1qVlanStaticUntaggedPorts: untagged,
  dot1qVlanForbiddenEgressPorts: '',
});

/** Ports 1 to 4: 3 and 4 are trunk 1, 2 is in VLAN 20 and tagged in 30. */
const present = [1, 2, 3, 4].reduce(
  (soFar, port) => soFar.withRow(dot1qPortVlanEntry, { dot1dBasePort: port, dot1qPvid: port === 2 ? 20 : 1 }),
  Configuration.empty
    .withRow(dot1qVlanStaticEntry, vlan(1, '1,3-4', '1,3-4'))
    .withRow(dot1qVlanStaticEntry, vlan(20, '2', '2'))
    .withRow(dot1qVlanStaticEntry, vlan(30, '2', ''))
    .withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts: '3-4' })
    .withRow(trunkGroupEntry, { trunkId: 2, trunkMode: TrunkMode.disabled, trunkMemberPorts: '' }),
);

const sent = (port: number, chosen: Parameters<typeof placeChanges>[2]) =>
  rowCalls(placeChanges(present, port, chosen)).map(({ params: { Template: _, ...values } }) => values);

describe('the place of a port', () => {
  it('is its trunk and its VLANs', () => {
    expect(placeOf(present, 2)).toEqual({
      ifIndex: 2,
      portUntaggedVlan: 20,
      portTaggedVlans: '30',
      portTrunk: NONE,
    });
    expect(placeOf(present, 4)).toMatchObject({ portUntaggedVlan: 1, portTaggedVlans: '', portTrunk: 1 });
  });

  it('changes nothing where it stays', () => {
    expect(sent(2, placeOf(present, 2))).toEqual([]);
  });

  it('moves to another VLAN whole: out of the old one, with its PVID', () => {
    expect(sent(2, { portUntaggedVlan: 30, portTaggedVlans: '' })).toEqual([
      { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '', dot1qVlanStaticUntaggedPorts: '' },
      { dot1qVlanIndex: 30, dot1qVlanStaticUntaggedPorts: '2' },
      { dot1dBasePort: 2, dot1qPvid: 30 },
    ]);
  });

  it('is untagged in no VLAN at all where none is chosen, not in the default one', () => {
    expect(sent(2, { portUntaggedVlan: NONE })).toEqual([
      { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '', dot1qVlanStaticUntaggedPorts: '' },
      { dot1dBasePort: 2, dot1qPvid: 1 },
    ]);
  });

  it('leaves the VLANs as they are that it is untagged in, where they are several', () => {
    const asymmetric = present.withRow(dot1qVlanStaticEntry, vlan(40, '2', '2'));
    for (const portUntaggedVlan of [30, 40, NONE]) {
      const changes = placeChanges(asymmetric, 2, { portUntaggedVlan, portTaggedVlans: '' });
      const left = portUntaggedVlan === 30 ? [] : [{ object: dot1qVlanStaticEntry, row: { dot1qVlanIndex: 30 } }];
      expect(changes).toMatchObject(left);
    }
  });

  it('takes the other members of its trunk along', () => {
    expect(sent(3, { portTaggedVlans: '20' })).toEqual([{ dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '2-4' }]);
  });

  it('leaves one trunk for another', () => {
    expect(sent(3, { portTrunk: 2 })).toEqual([
      { trunkId: 1, trunkMemberPorts: '4' },
      { trunkId: 2, trunkMemberPorts: '3' },
    ]);
    expect(sent(3, { portTrunk: NONE })).toEqual([{ trunkId: 1, trunkMemberPorts: '4' }]);
  });

  it('says which VLAN there is not, and that one cannot be both', () => {
    expect(placeProblems(present, { portUntaggedVlan: 99, portTaggedVlans: '30,98' })).toMatchObject({
      portUntaggedVlan: { values: { vlan: 99 } },
      portTaggedVlans: { values: { vlan: 98 } },
    });
    expect(placeProblems(present, { portUntaggedVlan: 20, portTaggedVlans: '20' })).toMatchObject({
      portTaggedVlans: { text: 'The port is untagged in VLAN {{vlan}}: it cannot be tagged in it as well.' },
    });
    expect(placeProblems(present, { portUntaggedVlan: NONE, portTaggedVlans: '30' })).toEqual({});
  });
});
