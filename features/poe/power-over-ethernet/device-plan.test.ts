import { describe, expect, test } from 'vitest';
import type { PowerPart, PowerSupplyPlan } from '../../../datapath/power.ts';
import { type SlotReader, slotsWith } from '../../../device/slot.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { Values } from '../../../model/wire/call.ts';
import { testHardware } from '../../network/testing.ts';
import { devicesRestarted, devicesRestartedByHand, minuteAt, presentMinute } from '../slots.ts';
import { RangeType, timeRangeEntry } from '../time-range/objects.ts';
import { powerContribution } from './device-plan.ts';
import {
  AllocationMode,
  DisconnectMethod,
  LimitType,
  Priority,
  pethPsePortEntry,
  poePortExtEntry,
  poeSystemConfig,
} from './objects.ts';

const empty: SlotReader = { get: (slot) => slot.empty };

/** Port 2 gives power in office hours, port 3 at any time. */
const configuration = [2, 3]
  .reduce(
    (soFar, port) => soFar.withRow(pethPsePortEntry, { pethPsePortGroupIndex: 1, pethPsePortIndex: port }),
    Configuration.empty,
  )
  .withRow(timeRangeEntry, {
    ...{ timeRangeName: 'office', timeRangeType: RangeType.periodic },
    ...{ timeRangeStartTime: '08:00', timeRangeEndTime: '17:30' },
  })
  .withRow(poePortExtEntry, { pethPsePortIndex: 2, poePortTimeRange: 'office' })
  .withRow(poePortExtEntry, { pethPsePortIndex: 3 });

/** The ports that a schedule keeps without power. */
function held(slots: SlotReader): readonly number[] {
  const { power = new Map() } = powerContribution.compile(configuration, testHardware, slots);
  return [...power].filter(([, { hold }]) => hold?.by === 'schedule').map(([port]) => port);
}

test('a port with a schedule has no power outside of it, and none before the clock was read', () => {
  const at = (time: string) => slotsWith(empty, presentMinute, minuteAt(Date.parse(time)));
  expect(held(empty)).toEqual([2]);
  expect(held(at('2026-06-01T12:00:00Z'))).toEqual([]);
  expect(held(at('2026-06-01T22:00:00Z'))).toEqual([2]);
});

describe('a setting comes into force', () => {
  const port = { pethPsePortGroupIndex: 1, pethPsePortIndex: 3 };
  test.each<[Values, Partial<PowerPart>]>([
    [{}, { allowed: true, priority: 'low', limit: undefined, acceptsLegacy: false, waitsLonger: false }],
    [{ pethPsePortAdminEnable: Status.disabled }, { allowed: false }],
    [{ pethPsePortPowerPriority: Priority.high }, { priority: 'high' }],
    [{ pethPsePortPowerPriority: Priority.critical }, { priority: 'critical' }],
    [{ poePortPowerLimitType: LimitType.class1 }, { limit: 4000 }],
    [{ poePortPowerLimitType: LimitType.class2 }, { limit: 7000 }],
    [{ poePortPowerLimitType: LimitType.class3 }, { limit: 15_400 }],
    [{ poePortPowerLimitType: LimitType.class4 }, { limit: 30_000 }],
    [{ poePortPowerLimitType: LimitType.userDefined, poePortPowerLimit: 5500 }, { limit: 5500 }],
    [{ poePortLegacyPd: Status.enabled }, { acceptsLegacy: true, waitsLonger: false }],
    [{ poePortDelayPower: Status.enabled }, { acceptsLegacy: false, waitsLonger: true }],
  ])('of a port: %o', (values, part) => {
    const own = Object.entries(values);
    const rowOf = (prefix: string) => Object.fromEntries(own.filter(([name]) => name.startsWith(prefix)));
    const changed = configuration
      .withRow(pethPsePortEntry, { ...port, ...rowOf('peth') })
      .withRow(poePortExtEntry, { pethPsePortIndex: 3, ...rowOf('poe') });
    const { power } = powerContribution.compile(changed, testHardware, empty);
    expect(power?.get(3)).toMatchObject({ ...part });
    expect(power?.get(3)?.hold).toBeUndefined();
  });

  test.each<[Values, Partial<PowerSupplyPlan>]>([
    [{ poePowerThreshold: 0 }, { threshold: undefined, shedding: 'newcomers', allocation: 'consumption' }],
    [{ poePowerThreshold: 7000 }, { threshold: 7000 }],
    [{ poeDisconnectMethod: DisconnectMethod.denyLowPriorityPort }, { shedding: 'lowestPriority' }],
    [{ poeAllocationMode: AllocationMode.byClass }, { allocation: 'class' }],
  ])('of the supply: %o', (values, part) => {
    const changed = configuration.withGroup(poeSystemConfig, values);
    expect(powerContribution.compile(changed, testHardware, empty).powerSupply).toMatchObject(part);
  });

  test('nowhere on a switch without powered ports', () => {
    expect(powerContribution.compile(Configuration.empty, testHardware, empty)).toEqual({});
  });

  test.each([devicesRestarted, devicesRestartedByHand])('for a port whose device restarts', (slot) => {
    const { power } = powerContribution.compile(configuration, testHardware, slotsWith(empty, slot, new Set([3])));
    expect(power?.get(3)?.hold).toEqual({ by: 'restart', value: 'restart' });
    expect(power?.get(2)?.hold).toEqual({ by: 'schedule', value: 'schedule' });
  });
});
