import { expect, test } from 'vitest';
import type { Slot } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { dot1qStaticUnicastEntry } from '../../network/static-unicast/objects.ts';
import { networkFeatures, testHardware } from '../../network/testing.ts';
import { dot1qVlan, LearningConstraint } from '../../network/vlan/objects.ts';
import { portSecurity } from './device.ts';
import {
  AddressOrigin,
  AgingType,
  portSecAddrEntry,
  portSecGlobal,
  portSecPortEntry,
  SecurityMode,
  ViolationAction,
} from './objects.ts';
import { settingsOf } from './settings.ts';

const slots = { get: <Value>(of: Slot<Value>) => of.empty };
const factory = factoryConfiguration(
  [...networkFeatures, portSecurity].flatMap(({ objects }) => objects),
  testHardware,
);
const of = (configuration: Configuration) => settingsOf(configuration, slots, '02-00-00-00-00-01');
const row = (portSecPort: number, values: object) => ({ portSecPort, portSecState: Status.enabled, ...values });
const ANNA = '02-00-00-00-00-0A';

test('each limit, time and choice of a port is that of its own field', () => {
  const set = factory
    .withRow(
      portSecPortEntry,
      row(2, {
        portSecMaxAddr: 7,
        portSecViolation: ViolationAction.shutdown,
        portSecAgingTime: 3,
        portSecAgingType: AgingType.inactivity,
      }),
    )
    .withRow(
      portSecPortEntry,
      row(3, { portSecMaxAddr: 8, portSecViolation: ViolationAction.protect, portSecMode: SecurityMode.permanent }),
    );
  expect([...of(set).ports.keys()]).toEqual([2, 3]);
  expect(of(set).ports.get(2)).toMatchObject({
    ...{
      maximum: 7,
      violation: 'shutdown',
      keeps: false,
      ageing: 180_000,
      ageingFrom: 'lastFrame',
      lentVlan: undefined,
    },
  });
  expect(of(set).ports.get(3)).toMatchObject({ maximum: 8, violation: 'protect', keeps: true, ageingFrom: 'begin' });
});

test('the switch has its own limit, or none, and its own address', () => {
  const limited = factory.withGroup(portSecGlobal, { portSecSysNoLimit: 2, portSecSysMaxAddr: 33 });
  expect(of(limited)).toMatchObject({ maximum: 33, ownAddress: '02-00-00-00-00-01' });
  const open = limited.withGroup(portSecGlobal, { portSecSysNoLimit: 1 });
  expect(of(open).maximum).toBe(Number.POSITIVE_INFINITY);
});

test('addresses are those of the list and of static unicast, shared where learning is', () => {
  const set = factory
    .withRow(portSecAddrEntry, {
      ...{ portSecAddrPort: 2, portSecAddrVlan: 1, portSecAddrMac: ANNA, portSecAddrPermanent: 1 },
      portSecAddrOrigin: AddressOrigin.learnt,
    })
    .withRow(dot1qStaticUnicastEntry, {
      ...{ dot1qVlanIndex: 1, dot1qStaticUnicastAddress: '02-00-00-00-00-0B', dot1qStaticUnicastAllowedToGoTo: 4 },
    });
  expect(of(set)).toMatchObject({
    configured: [{ port: 2, vlan: 1, address: ANNA, isPermanent: true, isLearnt: true }],
    pinned: [{ port: 4, vlan: 1, address: '02-00-00-00-00-0B' }],
  });
  const constraints = [LearningConstraint.shared, LearningConstraint.independent].map(
    (dot1qConstraintTypeDefault) => of(set.withGroup(dot1qVlan, { dot1qConstraintTypeDefault })).isShared,
  );
  expect(constraints).toEqual([true, false]);
});
