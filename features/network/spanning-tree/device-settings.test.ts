import { expect, test } from 'vitest';
import type { PortState } from '../../../datapath/datapath.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { networkFeatures, testHardware } from '../testing.ts';
import { settingsOf } from './device-settings.ts';
import { ieee8021MstpConfigIdEntry, stpTcProtect, stpTcProtectPortEntry } from './mst-objects.ts';
import {
  dot1dStp,
  dot1dStpExtPortEntry,
  dot1dStpPortEntry,
  EdgeValue,
  ieee8021MstpCistPortEntry,
  PointToPointValue,
  StpVersion,
} from './objects.ts';

const factory = factoryConfiguration(
  networkFeatures.flatMap(({ objects }) => objects),
  testHardware,
);
const on = (values: object = {}) => factory.withGroup(dot1dStp, { stpGlobalStatus: 1, ...values });
const link = (port: number, more: Partial<PortState> = {}): [number, PortState] => [
  port,
  // Only these columns are read.
  { port, link: 'up', speed: 1000, duplex: 'full', ...more } as PortState,
];
const links = new Map([link(1), link(2, { duplex: 'half', speed: 100 })]);
const of = (configuration: Configuration) => settingsOf(configuration, testHardware, links);
const port = (configuration: Configuration, number = 1) => of(configuration)?.ports.get(number);

test('each time, count and priority is that of its own field', () => {
  const values = {
    ...{
      dot1dStpVersion: StpVersion.rstp,
      dot1dStpPriority: 8192,
      dot1dStpBridgeMaxAge: 21,
      dot1dStpBridgeHelloTime: 1,
    },
    ...{ dot1dStpBridgeForwardDelay: 16, ieee8021MstpCistMaxHops: 23, dot1dStpTxHoldCount: 7 },
  };
  const set = on(values)
    .withGroup(ieee8021MstpConfigIdEntry, { ieee8021MstpConfigurationName: 'campus', ieee8021MstpRevisionLevel: 9 })
    .withGroup(stpTcProtect, { stpTcProtectStatus: 1, stpTcProtectThreshold: 5, stpTcProtectCycle: 6 });
  expect(of(set)).toMatchObject({
    ...{ protocol: 'rstp', address: testHardware.baseMacAddress, maxAge: 21, helloTime: 1, forwardDelay: 16 },
    ...{ maxHops: 23, transmitHoldCount: 7, protection: { threshold: 5, cycle: 6 } },
    ...{ priorities: new Map([[0, 8192]]), region: { name: 'campus', revision: 9 } },
  });
  expect(of(on())?.protection).toBeUndefined();
  expect(of(factory)).toBeUndefined();
  const protocols = [StpVersion.stp, StpVersion.rstp, StpVersion.mstp].map(
    (dot1dStpVersion) => of(on({ dot1dStpVersion }))?.protocol,
  );
  expect(protocols).toEqual(['stp', 'rstp', 'mstp']);
});

test('each setting of a port is that of its own field, at that port', () => {
  const row = <Values extends object>(change: (configuration: Configuration) => Configuration, expected: Values) => {
    const set = change(on());
    expect(port(set)).toMatchObject(expected);
    expect(port(set, 2)).toEqual(port(on(), 2));
  };
  expect(port(on())).toMatchObject({
    ...{ enabled: true, number: 1, edge: 'auto', pointToPoint: true, restrictedRole: false, restrictedChange: false },
    ...{ protected: false, externalCost: 20_000, trees: new Map([[0, { priority: 128, internalCost: 20_000 }]]) },
  });
  expect(port(on(), 2)).toMatchObject({ enabled: true, pointToPoint: false, externalCost: 200_000 });
  expect(port(on(), 3)).toMatchObject({ enabled: false });
  const extended = (values: object) => (now: Configuration) =>
    now.withRow(dot1dStpExtPortEntry, { dot1dStpPort: 1, ...values });
  row(extended({ dot1dStpPortAdminPathCost: 77 }), { externalCost: 77 });
  row(extended({ dot1dStpPortAdminEdgePort: EdgeValue.yes }), { edge: 'yes' });
  row(extended({ dot1dStpPortAdminEdgePort: EdgeValue.no }), { edge: 'no' });
  row(extended({ dot1dStpPortAdminPointToPoint: PointToPointValue.forceFalse }), { pointToPoint: false });
  const multiple = (values: object) => (now: Configuration) =>
    now.withRow(ieee8021MstpCistPortEntry, { ieee8021MstpCistPortNum: 1, ...values });
  row(multiple({ ieee8021MstpCistPortRestrictedRole: 1 }), { restrictedRole: true, restrictedChange: false });
  row(multiple({ ieee8021MstpCistPortRestrictedTcn: 1 }), { restrictedRole: false, restrictedChange: true });
  row((now) => now.withRow(dot1dStpPortEntry, { dot1dStpPort: 1, dot1dStpPortPriority: 64 }), {
    trees: new Map([[0, { priority: 64, internalCost: 20_000 }]]),
  });
  row((now) => now.withRow(stpTcProtectPortEntry, { dot1dStpPort: 1, stpTcProtectPortStatus: 1 }), { protected: true });
  const stp = port(on({ dot1dStpVersion: StpVersion.stp }));
  expect(stp?.externalCost).toBe(4);
});
