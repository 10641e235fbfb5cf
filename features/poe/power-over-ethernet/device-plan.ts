import type { PowerPart, PowerPriority, PowerSupplyPlan } from '../../../datapath/power.ts';
import type { Contribution } from '../../../device/contribution.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { GroupValues, RowOf } from '../../../model/schema/object.ts';
import { sysTimeCtrl } from '../../system/system-time/objects.ts';
import { devicesRestarted, devicesRestartedByHand, presentMinute } from '../slots.ts';
import { timeRangeEntry } from '../time-range/objects.ts';
import { isActive, type LocalMinute, shownAt } from '../time-range-active.ts';
import {
  AllocationMode,
  DisconnectMethod,
  LimitType,
  Priority,
  pethPsePortEntry,
  poePortExtEntry,
  poeSystemConfig,
} from './objects.ts';

/** Milliwatts that a limit by class allows (IEEE 802.3at at the PSE). */
const classLimits: Readonly<Record<number, number>> = {
  [LimitType.class1]: 4000,
  [LimitType.class2]: 7000,
  [LimitType.class3]: 15_400,
  [LimitType.class4]: 30_000,
};

const priorities: Readonly<Record<number, PowerPriority>> = {
  [Priority.critical]: 'critical',
  [Priority.high]: 'high',
  [Priority.low]: 'low',
};

/** Power of each port, and the distribution of the supply. */
export const powerContribution: Contribution = {
  reads: [pethPsePortEntry, poePortExtEntry, poeSystemConfig, timeRangeEntry, sysTimeCtrl],
  uses: [presentMinute, devicesRestarted, devicesRestartedByHand],
  compile(configuration, _hardware, slots) {
    const minute = slots.get(presentMinute);
    const now = minute === undefined ? undefined : shownAt(configuration, minute);
    const restarted = new Set([...slots.get(devicesRestarted), ...slots.get(devicesRestartedByHand)]);
    const power = new Map(
      configuration.rows(pethPsePortEntry).map((row): [number, PowerPart] => {
        const { pethPsePortIndex: port } = row;
        const more = configuration.row(poePortExtEntry, { pethPsePortIndex: port });
        return [port, { ...settingsOf(row, more), ...holdOf(configuration, more, now, restarted.has(port)) }];
      }),
    );
    return power.size === 0 ? {} : { power, powerSupply: supplyOf(configuration.group(poeSystemConfig)) };
  },
};

type PortSettings = RowOf<typeof poePortExtEntry>;

function settingsOf(row: RowOf<typeof pethPsePortEntry>, more: PortSettings | undefined): PowerPart {
  return {
    allowed: row.pethPsePortAdminEnable === Status.enabled,
    priority: priorities[row.pethPsePortPowerPriority] ?? 'low',
    limit: more && limitOf(more),
    acceptsLegacy: more?.poePortLegacyPd === Status.enabled,
    waitsLonger: more?.poePortDelayPower === Status.enabled,
  };
}

function limitOf({ poePortPowerLimitType: type, poePortPowerLimit }: PortSettings): number | undefined {
  return type === LimitType.userDefined ? poePortPowerLimit : classLimits[type];
}

/** Until the clock has been read after a start, no power is given outside of unknown schedules. */
function holdOf(
  configuration: Configuration,
  more: PortSettings | undefined,
  now: LocalMinute | undefined,
  isRestarted: boolean,
): Pick<PowerPart, 'hold'> {
  if (isRestarted) return { hold: { by: 'restart', value: 'restart' } };
  if (!more || more.poePortTimeRange === '') return {};
  const range = configuration.row(timeRangeEntry, { timeRangeName: more.poePortTimeRange });
  const isHeld = now === undefined || (range !== undefined && !isActive(range, now));
  return isHeld ? { hold: { by: 'schedule', value: 'schedule' } } : {};
}

function supplyOf(settings: GroupValues<typeof poeSystemConfig>): PowerSupplyPlan {
  const { poePowerThreshold, poeDisconnectMethod, poeAllocationMode } = settings;
  return {
    threshold: poePowerThreshold === 0 ? undefined : poePowerThreshold,
    shedding: poeDisconnectMethod === DisconnectMethod.denyNextPort ? 'newcomers' : 'lowestPriority',
    allocation: poeAllocationMode === AllocationMode.byConsumption ? 'consumption' : 'class',
  };
}
