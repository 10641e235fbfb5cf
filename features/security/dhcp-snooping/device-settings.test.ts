import { expect, test } from 'vitest';
import type { Slot } from '../../../device/slot.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { networkFeatures, testHardware } from '../../network/testing.ts';
import { dhcpSnooping } from './device.ts';
import { settingsOf } from './device-settings.ts';
import { dhcpSnoopingConfig, dhcpSnoopingPortEntry, dhcpSnoopingVlanEntry } from './objects.ts';

const factory = factoryConfiguration(
  [...networkFeatures, dhcpSnooping].flatMap(({ objects }) => objects),
  testHardware,
);
const on = factory
  .withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: 1 })
  .withRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 1 });
const of = (configuration: typeof factory) => settingsOf(configuration, testHardware, new Map());

test('each check is that of its own switch', () => {
  const checks = (dhcpSnoopingVerifyMac: 1 | 2, dhcpSnoopingPassOption82: 1 | 2) => {
    const { verifiesMac, acceptsRelayed } = of(
      on.withGroup(dhcpSnoopingConfig, { dhcpSnoopingVerifyMac, dhcpSnoopingPassOption82 }),
    );
    return [verifiesMac, acceptsRelayed];
  };
  expect([checks(1, 2), checks(2, 1)]).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('a port is trusted, and limited, as set of it; 512 bindings find room', () => {
  const set = on
    .withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: 2, dhcpSnoopingPortTrust: 1, dhcpSnoopingPortRate: 0 })
    .withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: 3, dhcpSnoopingPortRate: 7 });
  const { trusted, rates, vlans, capacity } = of(set);
  expect([trusted, vlans, capacity]).toEqual([new Set([2]), new Set([1]), 512]);
  expect([rates.get(2), rates.get(3)]).toEqual([undefined, 7]);
});

test('takes a limited number of frames of each port a second', () => {
  const slots = { get: <Value>(of: Slot<Value>) => of.empty };
  const punts = dhcpSnooping.contributions?.flatMap((one) => [...(one.compile(on, testHardware, slots).punts ?? [])]);
  expect(punts?.map(([kind, { stage, action, rate, eachPort }]) => [kind, stage, action, rate, eachPort])).toEqual([
    ['dhcp', 'inspection', 'take', 300, true],
  ]);
});
