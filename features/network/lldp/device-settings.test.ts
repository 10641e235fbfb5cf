import { expect, test } from 'vitest';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { textIdentifier } from '../../../protocols/lldp/identifier.ts';
import { bareInformation, type LldpInformation } from '../../../protocols/lldp/information.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { networkFeatures, testHardware } from '../testing.ts';
import { lldp } from './device.ts';
import { participation, settingsOf } from './device-settings.ts';
import { AdminStatus, lldpConfiguration, lldpPortConfigEntry } from './objects.ts';
import { lldpXdot1ConfigPortVlanEntry, lldpXdot3PortConfigEntry, lldpXMedPortConfigEntry } from './tlv-objects.ts';

test('times are set in seconds, and counts as they are', () => {
  const set = Configuration.empty.withGroup(lldpConfiguration, {
    ...{ lldpMessageTxInterval: 40, lldpMessageTxHoldMultiplier: 3, lldpReinitDelay: 5, lldpTxDelay: 6 },
    lldpXMedFastStartRepeatCount: 4,
  });
  expect(settingsOf(set, '02-00-00-00-00-01', new Map(), new Map())).toEqual({
    ...{ source: '02-00-00-00-00-01', transmitInterval: 40_000, holdMultiplier: 3, reinitDelay: 5000 },
    ...{ transmitDelay: 6000, fastStart: 4, ports: new Map() },
  });
});

const all = factoryConfiguration(
  [...networkFeatures, lldp].flatMap(({ objects }) => objects),
  testHardware,
);
const { yes, no } = TruthValue;

test('each part of what a port says is sent by its own switch', () => {
  const bare = bareInformation(textIdentifier(7, 'chassis'), textIdentifier(7, 'port'));
  const parts = [
    ...[
      'portDescription',
      'systemName',
      'systemDescription',
      'capabilities',
      'managementAddresses',
      'portVlan',
      'macPhy',
    ],
    ...['power', 'aggregation', 'maximumFrame', 'med', 'policies', 'locations', 'extendedPower', 'inventory'],
  ];
  // Only which of them are there is looked at.
  const full = { ...bare, ...Object.fromEntries(parts.map((part) => [part, [part]])) } as unknown as LldpInformation;
  const basic = {
    ...{ lldpPortDescTxEnable: no, lldpSysNameTxEnable: no, lldpSysDescTxEnable: no, lldpSysCapTxEnable: no },
    lldpManAddrTxEnable: no,
  };
  const dot3 = {
    ...{ lldpXdot3MacPhyTxEnable: no, lldpXdot3PowerTxEnable: no, lldpXdot3LinkAggTxEnable: no },
    lldpXdot3MaxFrameSizeTxEnable: no,
  };
  const med = {
    ...{ lldpXMedNetworkPolicyTxEnable: no, lldpXMedLocationTxEnable: no, lldpXMedExtendedPseTxEnable: no },
    lldpXMedInventoryTxEnable: no,
  };
  const said = (column: string) => {
    const on = (columns: object) => ({
      lldpPortConfigPortNum: 1,
      ...columns,
      ...(column in columns && { [column]: yes }),
    });
    const set = all
      .withRow(lldpPortConfigEntry, on(basic))
      .withRow(lldpXdot1ConfigPortVlanEntry, on({ lldpXdot1ConfigPortVlanTxEnable: no }))
      .withRow(lldpXdot3PortConfigEntry, on(dot3))
      .withRow(
        lldpXMedPortConfigEntry,
        on({ ...med, lldpXMedCapabilitiesTxEnable: column.includes('XMed') ? yes : no }),
      );
    const port = settingsOf(set, '02-00-00-00-00-01', new Map([[1, full]]), new Map()).ports.get(1) ?? expect.fail();
    const of = (information: LldpInformation) =>
      parts.filter((part) => Object.entries(information).some(([name, value]) => name === part && value?.[0] === part));
    return [of(port.information), of(port.toEndpoint)];
  };
  const expected: Readonly<Record<string, string>> = {
    ...{ lldpPortDescTxEnable: 'portDescription', lldpSysNameTxEnable: 'systemName' },
    ...{ lldpSysDescTxEnable: 'systemDescription', lldpSysCapTxEnable: 'capabilities' },
    ...{ lldpManAddrTxEnable: 'managementAddresses', lldpXdot1ConfigPortVlanTxEnable: 'portVlan' },
    ...{ lldpXdot3MacPhyTxEnable: 'macPhy', lldpXdot3PowerTxEnable: 'power', lldpXdot3LinkAggTxEnable: 'aggregation' },
    lldpXdot3MaxFrameSizeTxEnable: 'maximumFrame',
  };
  for (const [column, part] of Object.entries(expected)) expect(said(column), column).toEqual([[part], [part]]);
  const toPhones: Readonly<Record<string, string>> = {
    ...{ lldpXMedNetworkPolicyTxEnable: 'policies', lldpXMedLocationTxEnable: 'locations' },
    ...{ lldpXMedExtendedPseTxEnable: 'extendedPower', lldpXMedInventoryTxEnable: 'inventory' },
  };
  for (const [column, part] of Object.entries(toPhones)) expect(said(column), column).toEqual([[], ['med', part]]);
});

test('a port speaks and listens as it is set, and not at all as the target of a mirror', () => {
  const { txOnly, rxOnly, txAndRx, disabled } = AdminStatus;
  const of = (lldpPortConfigAdminStatus: (typeof AdminStatus)[keyof typeof AdminStatus], set = all) => {
    const port = participation(
      set.withRow(lldpPortConfigEntry, { lldpPortConfigPortNum: 2, lldpPortConfigAdminStatus }),
    ).get(2);
    return [port?.transmit, port?.receive];
  };
  expect([txOnly, rxOnly, txAndRx, disabled].map((status) => of(status))).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [false, false],
  ]);
  const mirrored = all.withRow(mirrorSessionEntry, { mirrorSessionId: 1, mirrorSessionStatus: 1, mirrorTargetPort: 2 });
  expect(of(txAndRx, mirrored)).toEqual([false, false]);
  expect(participation(all.withGroup(lldpConfiguration, { lldpStatus: 2 })).size).toBe(0);
});
