import { expect, test } from 'vitest';
import type { Slot } from '../../../device/slot.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { numberOfAddress, numberOfMac } from '../../../protocols/arp-inspection/verdict.ts';
import { networkFeatures, testHardware } from '../../network/testing.ts';
import { arpAclEntry, arpAclRuleEntry, RuleAction, SenderWay } from './acl-objects.ts';
import { arpInspection } from './device.ts';
import { isTrusted, settingsOf } from './device-settings.ts';
import {
  arpInspConfig,
  arpInspFilterEntry,
  arpInspLogConfig,
  arpInspPortEntry,
  arpInspVlanEntry,
  arpInspVlanLogEntry,
  LoggingChoice,
} from './objects.ts';

const factory = factoryConfiguration(
  [...networkFeatures, arpInspection].flatMap(({ objects }) => objects),
  testHardware,
);
const on = factory.withRow(arpInspVlanEntry, { arpInspVlanId: 1, arpInspVlanStatus: 1 });

test('the interval of the log is set in seconds, and its size in entries', () => {
  const set = Configuration.empty.withGroup(arpInspLogConfig, { arpInspLogBuffer: 20, arpInspLogInterval: 7 });
  expect(settingsOf(set, testHardware)).toMatchObject({ logSize: 20, logInterval: 7000 });
});

test('each check, limit and choice of the log is that of its own field', () => {
  const checks = (['arpInspValSrcMac', 'arpInspValDstMac', 'arpInspValIp'] as const).map((name) => {
    const none = { arpInspValSrcMac: 2, arpInspValDstMac: 2, arpInspValIp: 2 } as const;
    return settingsOf(on.withGroup(arpInspConfig, { ...none, [name]: 1 }), testHardware).validation;
  });
  const no = { sourceMac: false, destinationMac: false, address: false };
  expect(checks).toEqual([
    { ...no, sourceMac: true },
    { ...no, destinationMac: true },
    { ...no, address: true },
  ]);
  const limited = on
    .withRow(arpInspPortEntry, { arpInspPort: 2, arpInspRate: 7, arpInspBurst: 3 })
    .withRow(arpInspPortEntry, { arpInspPort: 3, arpInspRate: 0 });
  const { limits } = settingsOf(limited, testHardware);
  expect([limits.get(2), limits.get(3)]).toEqual([{ rate: 7, burst: 3 }, undefined]);
  const { deny, permit, all, none } = LoggingChoice;
  const logged = [deny, permit, all, none].map((arpInspAclLogging) => {
    const row = { arpInspVlanId: 1, arpInspAclLogging, arpInspDhcpLogging: arpInspAclLogging === all ? none : all };
    const vlan = settingsOf(on.withRow(arpInspVlanLogEntry, row), testHardware).vlans.get(1);
    return [vlan?.logsList, vlan?.logsBindings];
  });
  expect(logged).toEqual([
    ['deny', 'all'],
    ['permit', 'all'],
    ['all', 'none'],
    ['none', 'all'],
  ]);
});

test('rules of a list come in the order of their numbers, each with what it asks for', () => {
  const rule = (arpAclRuleIndex: number, values: object) => ({ arpAclName: 'one', arpAclRuleIndex, ...values });
  const set = on
    .withRow(arpAclEntry, { arpAclName: 'one' })
    .withRow(arpAclEntry, { arpAclName: 'two' })
    .withRow(arpAclRuleEntry, {
      ...rule(20, { arpAclRuleAction: RuleAction.deny, arpAclRuleIpType: SenderWay.host, arpAclRuleIp: '192.0.2.1' }),
    })
    .withRow(arpAclRuleEntry, {
      ...rule(3, { arpAclRuleAction: RuleAction.permit, arpAclRuleMacType: SenderWay.mask }),
      ...{ arpAclRuleMac: '02-00-00-00-00-0A', arpAclRuleMacMask: 'FF-FF-FF-00-00-00' },
    })
    .withRow(arpAclRuleEntry, { ...rule(100, {}), arpAclName: 'two' })
    .withRow(arpInspFilterEntry, { arpInspVlanId: 1, arpInspFilterAcl: 'one', arpInspFilterStatic: 1 });
  expect(settingsOf(set, testHardware).vlans.get(1)?.list).toEqual({
    isStatic: true,
    rules: [
      { permits: true, mac: { value: numberOfMac('02-00-00-00-00-0A'), mask: numberOfMac('FF-FF-FF-00-00-00') } },
      { permits: false, address: { value: numberOfAddress('192.0.2.1'), mask: 0xffff_ffffn } },
    ],
  });
});

test('a port is trusted if that is set of it', () => {
  const set = on.withRow(arpInspPortEntry, { arpInspPort: 2, arpInspTrust: 1 });
  const trusted = (port: number) =>
    isTrusted(set, { number: port, members: 1n << BigInt(port - 1), representative: port });
  expect([trusted(2), trusted(3)]).toEqual([true, false]);
});

test('takes a limited number of packets of each port a second', () => {
  const slots = { get: <Value>(of: Slot<Value>) => of.empty };
  const punts = arpInspection.contributions?.flatMap((one) => [...(one.compile(on, testHardware, slots).punts ?? [])]);
  expect(punts?.map(([kind, { stage, action, rate, eachPort }]) => [kind, stage, action, rate, eachPort])).toEqual([
    ['arpInspection', 'inspection', 'take', 300, true],
  ]);
});
