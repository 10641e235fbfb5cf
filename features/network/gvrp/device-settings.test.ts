import { expect, test } from 'vitest';
import { EVERY_PORT } from '../../../datapath/combiners.ts';
import type { Slot } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { multicastVlanEntry } from '../multicast-vlan/objects.ts';
import { networkFeatures, testHardware } from '../testing.ts';
import { dot1qPortVlanEntry } from '../vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { gvrp } from './device.ts';
import { settingsOf } from './device-settings.ts';
import { dot1dPortGarpEntry, gvrpGlobal } from './objects.ts';

const factory = factoryConfiguration(
  networkFeatures.flatMap(({ objects }) => objects),
  testHardware,
);
const on = factory
  .withGroup(gvrpGlobal, { dot1qGvrpStatus: 1 })
  .withRow(dot1qPortVlanEntry, { dot1dBasePort: 2, dot1qPortGvrpStatus: 1, dot1qPortRestrictedVlanRegistration: 1 })
  .withRow(dot1qPortVlanEntry, { dot1dBasePort: 3, dot1qPortGvrpStatus: 1 });
const of = (configuration: Configuration, up = portListOf([1, 2, 3]), discarding = 0n) =>
  settingsOf(configuration, testHardware, { up, discarding });

test('each time of a port is that of its own field, in milliseconds', () => {
  const set = on.withRow(dot1dPortGarpEntry, {
    ...{ dot1dBasePort: 2, dot1dPortGarpJoinTime: 300, dot1dPortGarpLeaveTime: 900, dot1dPortGarpLeaveAllTime: 20_000 },
  });
  expect(of(set)).toMatchObject({
    ...{
      source: testHardware.baseMacAddress,
      maximumVlans: testHardware.maxVlans,
      largestVlan: testHardware.maxVlanId,
    },
    active: portListOf([1, 2, 3]),
  });
  expect(of(set).ports).toEqual(
    new Map([
      [2, { joinTime: 300, leaveTime: 900, leaveAllTime: 20_000, restricted: true }],
      [3, { joinTime: 200, leaveTime: 600, leaveAllTime: 10_000, restricted: false }],
    ]),
  );
});

test('ports take part that have a link, forward, and receive no copies', () => {
  expect([...of(on, portListOf([3])).ports.keys()]).toEqual([3]);
  expect([...of(on, portListOf([2, 3]), portListOf([2])).ports.keys()]).toEqual([3]);
  const mirrored = on.withRow(mirrorSessionEntry, {
    ...{ mirrorSessionId: 1, mirrorSessionStatus: 1, mirrorTargetPort: 3, mirrorIngressPorts: '1' },
  });
  expect([...of(mirrored).ports.keys()]).toEqual([2]);
  expect([of(factory).ports.size, of(factory).vlans.size]).toEqual([0, 0]);
});

test('VLANs have the members and the forbidden ports that were set, and a multicast VLAN none and all', () => {
  const set = on
    .withRow(dot1qVlanStaticEntry, {
      dot1qVlanIndex: 20,
      dot1qVlanStaticEgressPorts: '1-2',
      dot1qVlanForbiddenEgressPorts: '4',
    })
    .withRow(multicastVlanEntry, { multicastVlanId: 30 });
  expect(of(set).vlans.get(20)).toEqual({ members: portListOf([1, 2]), forbidden: portListOf([4]) });
  expect(of(set).vlans.get(30)).toEqual({ members: 0n, forbidden: EVERY_PORT });
});

test('takes a limited number of frames of each port a second', () => {
  const slots = { get: <Value>(of: Slot<Value>) => of.empty };
  const punts = gvrp.contributions?.flatMap((one) => [...(one.compile(on, testHardware, slots).punts ?? [])]);
  expect(punts?.map(([kind, { stage, action, rate, eachPort }]) => [kind, stage, action, rate, eachPort])).toEqual([
    ['gvrp', 'control', 'take', 50, true],
  ]);
});
