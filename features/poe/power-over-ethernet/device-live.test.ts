import { expect, test } from 'vitest';
import type { Environment, PowerState } from '../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { powerState } from '../testing.ts';
import { livePorts, liveStandardPorts, liveSupply, liveSystem } from './device-live.ts';
import { pethMainPseEntry, SupplyStatus } from './main-pse-objects.ts';
import { Detection, pethPsePortEntry, poeSystemConfig } from './objects.ts';
import { PowerClass, PowerStatus } from './port-state-objects.ts';

function context(power: Environment['power'], threshold = 0): DeviceContext {
  const configuration = Configuration.empty.withGroup(poeSystemConfig, { poePowerThreshold: threshold });
  const known = {
    datapath: { environment: async () => ({ power }) },
    configuration: () => configuration,
  };
  return known as unknown as DeviceContext;
}

const supply = (...ports: readonly [number, Partial<PowerState>][]): NonNullable<Environment['power']> => ({
  budget: 50_000,
  ports: new Map(ports.map(([port, state]) => [port, powerState(state)])),
});
const camera: Partial<PowerState> = {
  ...{ status: 'POWER ON', detection: 'deliveringPower', powerClass: 3, milliwatts: 10_000, decivolts: 500 },
  counters: { absent: 1, invalidSignature: 2, denied: 3, overload: 4, short: 5 },
};
const few = supply([5, { ...camera, powerClass: 'legacy', milliwatts: 2500 }], [2, camera], [3, {}]);

test('each port has its state, class, power, voltage and current, in order', async () => {
  expect(await livePorts(context(few))).toEqual([
    {
      ...{ pethPsePortIndex: 2, poePortStatus: PowerStatus['POWER ON'], poePortClass: 3 },
      ...{ poePortPower: 10_000, poePortVoltage: 500, poePortCurrent: 200 },
    },
    {
      ...{ pethPsePortIndex: 3, poePortStatus: PowerStatus['POWER OFF'], poePortClass: PowerClass.none },
      ...{ poePortPower: 0, poePortVoltage: 0, poePortCurrent: 0 },
    },
    {
      ...{ pethPsePortIndex: 5, poePortStatus: PowerStatus['POWER ON'], poePortClass: PowerClass.legacy },
      ...{ poePortPower: 2500, poePortVoltage: 500, poePortCurrent: 50 },
    },
  ]);
});

test('each counter of RFC 3621 is its own', async () => {
  const rows = await liveStandardPorts(context(few));
  const of = (port: number) => rows.get(rowKey(pethPsePortEntry, { pethPsePortGroupIndex: 1, pethPsePortIndex: port }));
  expect(of(2)).toEqual({
    ...{ pethPsePortDetectionStatus: Detection.deliveringPower, pethPsePortPowerClassifications: 4 },
    ...{ pethPsePortMPSAbsentCounter: 1, pethPsePortInvalidSignatureCounter: 2, pethPsePortPowerDeniedCounter: 3 },
    ...{ pethPsePortOverLoadCounter: 4, pethPsePortShortCounter: 5 },
  });
  expect(of(5)).toMatchObject({ pethPsePortPowerClassifications: 1 });
  expect(of(3)).toMatchObject({ pethPsePortDetectionStatus: Detection.searching, pethPsePortOverLoadCounter: 0 });
});

test('the supply says what it has, gives, and to how many', async () => {
  expect([...(await liveSupply(context(few)))]).toEqual([
    [
      rowKey(pethMainPseEntry, { pethMainPseGroupIndex: 1 }),
      {
        ...{ pethMainPsePower: 50_000, pethMainPseOperStatus: SupplyStatus.on },
        ...{ pethMainPseConsumptionPower: 12_500, pethPsePortsPowered: 2 },
      },
    ],
  ]);
});

test.each([
  ['of the supply', 0, few, 37_500, 250],
  ['of the threshold below it', 25_000, few, 12_500, 500],
  ['of the supply below the threshold', 80_000, few, 37_500, 250],
  ['of exactly as much', 12_500, few, 0, 1000],
  ['of less than is in use', 10_000, few, 0, 1250],
  ['of what is allocated by class', 0, supply([2, { ...camera, allocated: 15_400 }]), 34_600, 200],
  ['of a supply with nothing in use', 0, supply(), 50_000, 0],
])('what is left %s', async (_what, threshold, power, left, ratio) => {
  expect(await liveSystem(context(power, threshold))).toEqual({ poePowerLeft: left, poeUsageRatio: ratio });
});

test('a switch without a supply has nothing to tell', async () => {
  const none = context(undefined);
  expect([(await liveSupply(none)).size, (await liveStandardPorts(none)).size, (await livePorts(none)).length]).toEqual(
    [0, 0, 0],
  );
  expect(await liveSystem(none)).toMatchObject({ poePowerLeft: 0, poeUsageRatio: 0 });
});
