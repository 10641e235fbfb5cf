import type { GroupValues, RowOf } from '../../model/schema/object.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { pethMainPseEntry } from '../poe/power-over-ethernet/main-pse-objects.ts';
import { stateOf, thresholds } from './health.ts';
import { FanStatus, type fanEntry, HealthState, type sysDashboard, type sysHealth } from './objects.ts';

/** The device's measurements of its health; those that it does not have are missing. */
interface Measured {
  readonly state: GroupValues<typeof sysDashboard>;
  readonly health: GroupValues<typeof sysHealth>;
  readonly fans: readonly RowOf<typeof fanEntry>[];
  readonly supply: RowOf<typeof pethMainPseEntry> | undefined;
}

/** Problems, by the part of `sysDashboard` that they belong to, in words: "memory at 85 %". */
export type Causes = Readonly<Record<keyof GroupValues<typeof sysDashboard>, readonly string[]>>;

/** Why a part of the device is not normal; a part without a cause is. */
export function causesOf({ state, health, fans, supply }: Measured, t: Translate): Causes {
  const drawn = supply && percentOf(supply);
  return {
    cpuMemory: [
      isHigh(health.cpuUtilization, thresholds.cpu) && t('CPU at {{percent}} %', { percent: health.cpuUtilization }),
      isHigh(health.memoryUtilization, thresholds.memory) &&
        t('memory at {{percent}} %', { percent: health.memoryUtilization }),
    ].filter((cause) => cause !== false),
    temp:
      state.temp !== HealthState.notPresent && isHigh(health.temperature, thresholds.temperature)
        ? [t('{{degrees}} °C', { degrees: health.temperature })]
        : [],
    system: [
      isHigh(health.flashUtilization, thresholds.flash) &&
        t('flash {{percent}} % full', { percent: health.flashUtilization }),
      ...fans
        .filter(({ fanStatus }) => fanStatus === FanStatus.down)
        .map(({ fanIndex }) => t('fan {{number}} stopped', { number: fanIndex })),
    ].filter((cause) => cause !== false),
    poe:
      drawn !== undefined && isHigh(drawn, thresholds.power)
        ? [t('{{percent}} % of the PoE budget used', { percent: Math.round(drawn) })]
        : [],
  };
}

/** Percent of the budget that powered devices draw. */
export function percentOf({
  pethMainPseConsumptionPower: used,
  pethMainPsePower: budget,
}: RowOf<typeof pethMainPseEntry>): number {
  return budget > 0 ? (used / budget) * 100 : 0;
}

function isHigh(value: number, limits: Parameters<typeof stateOf>[1]): boolean {
  return stateOf(value, limits) !== HealthState.normal;
}
