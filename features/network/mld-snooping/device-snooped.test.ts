import { expect, test } from 'vitest';
import type { Slot } from '../../../device/slot.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { networkFeatures, testHardware } from '../testing.ts';
import { mldSnooping } from './device.ts';
import { snoopedMld } from './device-snooped.ts';
import { mldsCtrl, mldsVlanFilterEntry, mldsVlanRouterEntry } from './objects.ts';

const factory = factoryConfiguration(
  [...networkFeatures.flatMap(({ objects }) => objects), ipv4InterfaceEntry],
  testHardware,
);

test('each time, count and switch is that of its own field', () => {
  const set = factory.withGroup(mldsCtrl, {
    ...{ mldsStatus: 1, mldsQuerierStatus: 1, mldsQuerierVersion: 1, mldsFastDone: 2, mldsRobustnessValue: 3 },
    ...{ mldsQueryInterval: 101, mldsQueryMaxResponseTime: 11, mldsGrpQueryInterval: 4 },
    ...{ mldsHostPortPurgeInterval: 301, mldsRouterPortPurgeInterval: 302 },
  });
  expect(snoopedMld.values(set)).toEqual({
    ...{ enabled: true, hostTimeout: 301_000, routerTimeout: 302_000, queryInterval: 101_000, maxResponse: 11_000 },
    ...{ robustness: 3, lastMemberInterval: 4000, fastLeave: false, querier: true, version: 1 },
  });
  const other = set.withGroup(mldsCtrl, { mldsQuerierStatus: 2, mldsFastDone: 1 });
  expect(snoopedMld.values(other)).toMatchObject({ fastLeave: true, querier: false });
  expect(snoopedMld.values(factory).enabled).toBe(false);
});

test('each VLAN has its own switch, and the router ports that were set for it', () => {
  const [row] = factory.rows(mldsVlanFilterEntry);
  const set = factory
    .withRow(mldsVlanFilterEntry, { ...row, mldsVlanFilterVlanId: 1, mldsVlanFilterStatus: 2 })
    .withRow(mldsVlanRouterEntry, { mldsVlanRouterVlanId: 1, mldsVlanStaticRouterPorts: '3-4' });
  expect(snoopedMld.vlans(set)).toEqual([{ vlan: 1, snooped: false, routers: portListOf([3, 4]) }]);
  expect(snoopedMld.vlans(factory)).toEqual([{ vlan: 1, snooped: true, routers: 0n }]);
});

test('takes a limited number of frames of each port a second', () => {
  const slots = { get: <Value>(of: Slot<Value>) => of.empty };
  const punts = mldSnooping.contributions?.flatMap((one) => [
    ...(one.compile(factory.withGroup(mldsCtrl, { mldsStatus: 1 }), testHardware, slots).punts ?? []),
  ]);
  expect(punts?.map(([kind, { stage, action, rate, eachPort }]) => [kind, stage, action, rate, eachPort])).toEqual([
    ['mld', 'inspection', 'take', 200, true],
    ['pimIpv6', 'inspection', 'copy', 50, true],
  ]);
});
