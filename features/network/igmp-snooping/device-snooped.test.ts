import { expect, test } from 'vitest';
import type { Slot } from '../../../device/slot.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { networkFeatures, testHardware } from '../testing.ts';
import { igmpSnooping } from './device.ts';
import { snoopedIgmp } from './device-snooped.ts';
import { igsCtrl, igsVlanFilterEntry, igsVlanRouterEntry } from './objects.ts';

const factory = factoryConfiguration(
  [...networkFeatures.flatMap(({ objects }) => objects), ipv4InterfaceEntry],
  testHardware,
);

test('each time, count and switch is that of its own field', () => {
  const set = factory.withGroup(igsCtrl, {
    ...{ igsStatus: 1, igsQuerierStatus: 1, igsQuerierVersion: 1, igsFastLeave: 2, igsRobustnessValue: 3 },
    ...{ igsQueryInterval: 101, igsQueryMaxResponseTime: 11, igsGrpQueryInterval: 4 },
    ...{ igsHostPortPurgeInterval: 301, igsRouterPortPurgeInterval: 302 },
  });
  expect(snoopedIgmp.values(set)).toEqual({
    ...{ enabled: true, hostTimeout: 301_000, routerTimeout: 302_000, queryInterval: 101_000, maxResponse: 11_000 },
    ...{ robustness: 3, lastMemberInterval: 4000, fastLeave: false, querier: true, version: 1 },
  });
  const other = set.withGroup(igsCtrl, { igsQuerierStatus: 2, igsFastLeave: 1 });
  expect(snoopedIgmp.values(other)).toMatchObject({ fastLeave: true, querier: false });
  expect(snoopedIgmp.values(factory).enabled).toBe(false);
});

test('each VLAN has its own switch, and the router ports that were set for it', () => {
  const [row] = factory.rows(igsVlanFilterEntry);
  const set = factory
    .withRow(igsVlanFilterEntry, { ...row, igsVlanFilterVlanId: 1, igsVlanFilterStatus: 2 })
    .withRow(igsVlanRouterEntry, { igsVlanRouterVlanId: 1, igsVlanStaticRouterPorts: '3-4' });
  expect(snoopedIgmp.vlans(set)).toEqual([{ vlan: 1, snooped: false, routers: portListOf([3, 4]) }]);
  expect(snoopedIgmp.vlans(factory)).toEqual([{ vlan: 1, snooped: true, routers: 0n }]);
});

test('takes a limited number of frames of each port a second', () => {
  const slots = { get: <Value>(of: Slot<Value>) => of.empty };
  const punts = igmpSnooping.contributions?.flatMap((one) => [
    ...(one.compile(factory.withGroup(igsCtrl, { igsStatus: 1 }), testHardware, slots).punts ?? []),
  ]);
  expect(punts?.map(([kind, { stage, action, rate, eachPort }]) => [kind, stage, action, rate, eachPort])).toEqual([
    ['igmp', 'inspection', 'take', 200, true],
    ['pim', 'inspection', 'copy', 50, true],
  ]);
});
