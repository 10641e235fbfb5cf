import { expect, test } from 'vitest';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { networkFeatures, testHardware } from '../../network/testing.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { portAccessControl } from './device.ts';
import { AuthMode, dot1xAuthConfigEntry, dot1xPaeSystem, dot1xPortExtEntry, PortControl } from './objects.ts';
import { settingsOf } from './settings.ts';

const factory = factoryConfiguration(
  [...networkFeatures, portAccessControl].flatMap(({ objects }) => objects),
  testHardware,
);
const on = factory.withGroup(dot1xPaeSystem, { dot1xPaeSystemAuthControl: 1 });

test('each time, count and choice is that of its own field, at its port', () => {
  const set = on
    .withRow(dot1xAuthConfigEntry, {
      ...{ dot1xPaePortNumber: 2, dot1xAuthAuthControlledPortControl: PortControl.auto, dot1xAuthTxPeriod: 31 },
      ...{ dot1xAuthQuietPeriod: 61, dot1xAuthSuppTimeout: 32, dot1xAuthServerTimeout: 33, dot1xAuthMaxReq: 3 },
      ...{ dot1xAuthReAuthEnabled: 1, dot1xAuthReAuthPeriod: 3601 },
    })
    .withRow(dot1xPortExtEntry, {
      ...{
        dot1xPaePortNumber: 2,
        dot1xPortAuthMode: AuthMode.macBased,
        dot1xPortDynamicVlan: 1,
        dot1xPortGuestVlan: 20,
      },
    });
  const { admitsVlan, ...settings } = settingsOf(set).get(2) ?? expect.fail();
  expect(settings).toEqual({
    ...{ control: 'auto', mode: 'station', txPeriod: 31_000, quietPeriod: 61_000, supplicantTimeout: 32_000 },
    ...{ serverTimeout: 33_000, maxRequests: 3, reauthPeriod: 3_601_000, guestVlan: 20, dynamicVlan: true },
  });
  expect(settingsOf(set).get(3)).toMatchObject({ control: 'forceAuthorized', mode: 'port', guestVlan: undefined });
  const never = set.withRow(dot1xAuthConfigEntry, { dot1xPaePortNumber: 2, dot1xAuthReAuthEnabled: 2 });
  expect(settingsOf(never).get(2)?.reauthPeriod).toBe(Number.POSITIVE_INFINITY);
  expect(settingsOf(factory).size).toBe(0);
});

test('a port can be in VLANs that exist and do not forbid it', () => {
  const set = on.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanForbiddenEgressPorts: '2' });
  const admits = (port: number) => [1, 20, 30].map((vlan) => settingsOf(set).get(port)?.admitsVlan(vlan));
  expect([admits(2), admits(3)]).toEqual([
    [true, false, false],
    [true, true, false],
  ]);
});
