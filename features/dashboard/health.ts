import type { Environment } from '../../datapath/datapath.ts';
import { usedShare } from '../power-used.ts';
import { HealthState } from './objects.ts';

/** From which value on a figure is a warning, and from which critical (docs/specification/system.md, "Dashboard"). */
export interface Thresholds {
  readonly warning: number;
  readonly critical: number;
}

/** The thresholds of each figure. */
export const thresholds = {
  /** Percent. */
  cpu: { warning: 80, critical: 95 },
  memory: { warning: 80, critical: 90 },
  flash: { warning: 90, critical: 100 },
  /** Percent of the budget. */
  power: { warning: 80, critical: 95 },
  /** Degrees Celsius. */
  temperature: { warning: 60, critical: 75 },
} as const satisfies Record<string, Thresholds>;

/** Health of a figure; what is not measured is not present. */
export function stateOf(value: number | undefined, { warning, critical }: Thresholds): HealthState {
  if (value === undefined) return HealthState.notPresent;
  if (value >= critical) return HealthState.critical;
  return value >= warning ? HealthState.warning : HealthState.normal;
}

/** The worst of several states, whatever is not present left aside. */
export function worst(states: readonly HealthState[]): HealthState {
  const present = states.filter((state) => state !== HealthState.notPresent);
  return present.reduce<HealthState>((a, b) => (b > a ? b : a), HealthState.normal);
}

/** A stopped fan is critical. */
export function fansState(fans: Environment['fans']): HealthState {
  if (!fans || fans.length === 0) return HealthState.notPresent;
  return fans.includes('down') ? HealthState.critical : HealthState.normal;
}

/** Percent of the power budget that is drawn; undefined on a switch without Power over Ethernet. */
export function powerUsed(power: Environment['power']): number | undefined {
  if (!power || power.budget <= 0) return undefined;
  return usedShare(power, power.budget) * 100;
}
