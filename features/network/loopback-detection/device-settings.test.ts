import { expect, test } from 'vitest';
import type { Slot } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { ifEntry } from '../physical-interface/objects.ts';
import { dot1dStp, dot1dStpPortEntry } from '../spanning-tree/objects.ts';
import { networkFeatures, testHardware } from '../testing.ts';
import { dot1qPortVlanEntry } from '../vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { loopbackDetection } from './device.ts';
import { settingsOf } from './device-settings.ts';
import { LoopMode, sysLBD, sysLBDCtrlEntry } from './objects.ts';

const factory = factoryConfiguration(
  networkFeatures.flatMap(({ objects }) => objects),
  testHardware,
);
const on = (values: object = {}, ports: readonly number[] = [1, 2, 3]) =>
  ports.reduce(
    (next, sysLBDCtrlIndex) => next.withRow(sysLBDCtrlEntry, { sysLBDCtrlIndex, sysLBDPortStatus: 1 }),
    testHardwarePorts(factory.withGroup(sysLBD, { sysLBDStateEnable: 1, ...values })),
  );
/** None takes part. */
function testHardwarePorts(configuration: Configuration): Configuration {
  return [...testHardware.ports.keys()].reduce(
    (next, sysLBDCtrlIndex) => next.withRow(sysLBDCtrlEntry, { sysLBDCtrlIndex, sysLBDPortStatus: 2 }),
    configuration,
  );
}
const of = (configuration: Configuration) => settingsOf(configuration, '02-00-00-00-00-01');

test('each time is that of its own field, in milliseconds, and no recover time is none', () => {
  expect(of(on({ sysLBDInterval: 7, sysLBDRecoverTime: 90 }))).toMatchObject({
    ...{ address: '02-00-00-00-00-01', mode: 'port', interval: 7000, recoverTime: 90_000, vlans: new Map() },
  });
  expect(of(on({ sysLBDRecoverTime: 0 })).recoverTime).toBe(Number.POSITIVE_INFINITY);
});

test('ports take part that are enabled here and there, and are in no tree; each with its PVID', () => {
  const set = on()
    .withRow(dot1qVlanStaticEntry, {
      dot1qVlanIndex: 20,
      dot1qVlanStaticEgressPorts: '2',
      dot1qVlanStaticUntaggedPorts: '2',
    })
    .withRow(dot1qPortVlanEntry, { dot1dBasePort: 2, dot1qPvid: 20 });
  expect(of(set).ports).toEqual(new Map([1, 2, 3].map((port) => [port, { pvid: port === 2 ? 20 : 1 }])));
  expect([...of(set.withRow(ifEntry, { ifIndex: 1, ifAdminStatus: 2 })).ports.keys()]).toEqual([2, 3]);
  const tree = set.withGroup(dot1dStp, { stpGlobalStatus: 1 });
  const without = [1, 2, 3].reduce(
    (next, dot1dStpPort) =>
      next.withRow(dot1dStpPortEntry, { dot1dStpPort, dot1dStpPortEnable: dot1dStpPort === 3 ? 1 : 2 }),
    tree,
  );
  expect([...of(without).ports.keys()]).toEqual([1, 2]);
  expect(of(factory).ports.size).toBe(0);
});

test('VLANs are looked at by VLAN only, with their members and those that send without a tag', () => {
  const set = on({ sysLBDMode: LoopMode.vlanBased }).withRow(dot1qVlanStaticEntry, {
    ...{ dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1-3', dot1qVlanStaticUntaggedPorts: '2' },
  });
  expect(of(set)).toMatchObject({ mode: 'vlan' });
  expect(of(set).vlans.get(20)).toEqual({ members: portListOf([1, 2, 3]), untagged: portListOf([2]) });
});

test('takes a limited number of frames of each port a second', () => {
  const slots = { get: <Value>(of: Slot<Value>) => of.empty };
  const punts = loopbackDetection.contributions?.flatMap((one) => [
    ...(one.compile(on(), testHardware, slots).punts ?? []),
  ]);
  expect(punts?.map(([kind, { stage, action, rate, eachPort }]) => [kind, stage, action, rate, eachPort])).toEqual([
    ['loopback', 'control', 'take', 2000, true],
  ]);
});
