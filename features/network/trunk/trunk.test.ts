import { describe, expect, it } from 'vitest';
import { withMembersAlike } from '../../../model/configuration/trunk-members.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { bridgePorts, oneForEachBridgePort } from '../../bridge-ports.ts';
import { sysLBDCtrlEntry } from '../loopback-detection/objects.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { ifEntry, portCtrlEntry } from '../physical-interface/objects.ts';
import { dot1qStaticUnicastEntry } from '../static-unicast/objects.ts';
import { factory, messagesOf, networkFeatures, planOf, testHardware } from '../testing.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { TrunkMode, trunkGroupEntry } from './objects.ts';
import { SLOW_FRAMES } from './slots.ts';

const before = factory();
const objects = networkFeatures.flatMap((feature) => feature.objects);

function trunk(trunkId: number, trunkMemberPorts: string, trunkMode: 0 | 1 | 2 | 3 = TrunkMode.manual, from = before) {
  return withMembersAlike(objects, from.withRow(trunkGroupEntry, { trunkId, trunkMode, trunkMemberPorts }), from);
}

describe('a trunk', () => {
  it('is in the plan where it is in use and has members', () => {
    const hash = 'sourceDestinationMac';
    expect([...planOf(trunk(2, '3,5')).trunks]).toEqual([[5002, { members: portListOf([3, 5]), hash }]]);
    expect(planOf(trunk(2, '3,5', TrunkMode.disabled)).trunks.size).toBe(0);
    expect(planOf(trunk(2, '')).trunks.size).toBe(0);
  });

  it('has the frames of slow protocols taken out at its members where it speaks LACP alone', () => {
    const ports = (mode: 1 | 2 | 3) =>
      [...planOf(trunk(2, '3,5', mode)).punts]
        .filter(([kind]) => kind === SLOW_FRAMES)
        .flatMap(([, { matches }]) => matches.map((match) => match.ports));
    expect(ports(TrunkMode.active)).toEqual([portListOf([3, 5])]);
    expect(ports(TrunkMode.passive)).toEqual([portListOf([3, 5])]);
    expect(ports(TrunkMode.manual)).toEqual([]);
  });

  it('is one bridge port in the place of its members', () => {
    const numbers = (configuration: typeof before) =>
      bridgePorts(configuration, testHardware).map(({ number }) => number);
    expect(numbers(before)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(numbers(trunk(2, '3,5'))).toEqual([1, 2, 4, 6, 7, 8, 9, 10, 5002]);
    expect(bridgePorts(trunk(2, '3,5'), testHardware).at(-1)).toMatchObject({
      representative: 3,
      members: portListOf([3, 5]),
    });
    const rows = oneForEachBridgePort('port').index(trunk(2, '3-10'), testHardware);
    expect(rows).toEqual([{ port: 1 }, { port: 2 }, { port: 5002 }]);
  });

  it('has members with the settings and VLANs of the lowest-numbered one', () => {
    const set = before
      .withRow(portCtrlEntry, { ifIndex: 3, portJumbo: 1, ifAlias: 'left' })
      .withRow(ifEntry, { ifIndex: 5, ifAdminStatus: 2 })
      .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '3' });
    const joined = trunk(1, '3,5', TrunkMode.manual, set);
    expect(joined.row(portCtrlEntry, { ifIndex: 5 })).toMatchObject({ portJumbo: 1, ifAlias: '' });
    expect(joined.row(ifEntry, { ifIndex: 5 })?.ifAdminStatus).toBe(1);
    expect(joined.row(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 })?.dot1qVlanStaticEgressPorts).toBe('3,5');
  });

  it('has 8 members at most, each in no other trunk, all of one kind, at full duplex', () => {
    expect(messagesOf(before, trunk(1, '1-8'))).toEqual([]);
    expect(messagesOf(before, trunk(1, '1-9'))).toEqual([
      'A trunk has at most 8 member ports.',
      'Port 9 is of another kind than port 1 of trunk 1.',
    ]);
    expect(messagesOf(before, trunk(1, '11'))).toEqual(['Member Ports: ports must be within 1 ~ 10.']);
    const off = trunk(1, '1,2', TrunkMode.disabled);
    expect(messagesOf(off, trunk(2, '2,3', TrunkMode.manual, off))).toEqual(['Port 2 is a member of trunk 1.']);
    const half = before.withRow(portCtrlEntry, { ifIndex: 3, portMode: 4 });
    expect(messagesOf(half, trunk(1, '3', TrunkMode.active, half))).toEqual([
      'This setting is not supported on port 3.',
    ]);
    const one = trunk(1, '3');
    expect(messagesOf(one, one.withRow(portCtrlEntry, { ifIndex: 3, portMode: 6 }))).toEqual([
      'This setting is not supported on port 3.',
    ]);
  });
});

describe('what a single port alone can have', () => {
  const mirror = { mirrorSessionId: 1, mirrorSessionStatus: 1, mirrorTargetPort: 4, mirrorIngressPorts: '5' } as const;
  const address = { dot1qVlanIndex: 1, dot1qStaticUnicastAddress: '02-00-00-00-00-99' };
  const settings = [
    ['mirroring', before.withRow(mirrorSessionEntry, mirror), 'mirroring'],
    [
      'loop detection',
      before.withRow(sysLBDCtrlEntry, { sysLBDCtrlIndex: 5, sysLBDPortStatus: 1 }),
      'loopback detection',
    ],
    [
      'a static address',
      before.withRow(dot1qStaticUnicastEntry, { ...address, dot1qStaticUnicastAllowedToGoTo: 5 }),
      'static unicast address 02-00-00-00-00-99 of VLAN 1',
    ],
  ] as const;

  it.each(settings)('keeps a port out of a trunk: %s', (_what, set, feature) => {
    expect(messagesOf(set, trunk(3, '5,6', TrunkMode.manual, set))).toEqual([`Port 5 is in use by ${feature}.`]);
    expect(messagesOf(set, trunk(3, '5,6', TrunkMode.disabled, set))).toEqual([]);
  });

  it.each(settings)('is not to be had by a member: %s', (_what, set) => {
    const member = trunk(3, '5,6');
    const both = trunk(3, '5,6', TrunkMode.manual, set);
    expect(messagesOf(member, both)).toEqual(['Port 5 is a member of trunk 3.']);
  });

  it('is an address of a trunk where the trunk is there', () => {
    const row = { ...address, dot1qStaticUnicastAllowedToGoTo: 5003 };
    const member = trunk(3, '5,6');
    const pinned = member.withRow(dot1qStaticUnicastEntry, row);
    expect(messagesOf(member, pinned)).toEqual([]);
    expect(messagesOf(before, before.withRow(dot1qStaticUnicastEntry, row))).toEqual(['Trunk 3 does not exist.']);
    const away = member.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '7' });
    expect(messagesOf(away, away.withRow(dot1qStaticUnicastEntry, { ...row, dot1qVlanIndex: 20 }))).toEqual([
      'Trunk 3 is not a member of VLAN 20.',
    ]);
    const leaves = { dot1qVlanIndex: 1, dot1qVlanStaticEgressPorts: '1-4,7-10', dot1qVlanStaticUntaggedPorts: '' };
    expect(messagesOf(pinned, pinned.withRow(dot1qVlanStaticEntry, leaves))).toContain(
      'VLAN 1 is in use by static unicast address 02-00-00-00-00-99 of VLAN 1.',
    );
    expect(messagesOf(pinned, trunk(3, '', TrunkMode.manual, pinned))).toEqual([
      'Trunk 3 is in use by static unicast address 02-00-00-00-00-99 of VLAN 1.',
    ]);
  });
});
