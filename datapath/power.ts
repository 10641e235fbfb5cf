import { say } from '../model/values/message.ts';
import type { Claim } from './combiners.ts';
import { and, only, precedence } from './combiners.ts';
import type { Columns } from './section.ts';

/** The order of powering, reverse order of losing power (RFC 3621 pethPsePortPowerPriority). */
export type PowerPriority = 'critical' | 'high' | 'low';

/**
 * Why a port that may give power does not for a while: it is outside its schedule, or the device is being restarted.
 */
type PowerHold = 'schedule' | 'restart';

/** Power settings of a physical port (IEEE 802.3 clause 33). */
export interface PowerPlan {
  readonly allowed: boolean;
  readonly hold: PowerHold | undefined;
  readonly priority: PowerPriority;
  /** Milliwatts that it gives at most; undefined is what the device's class allows. */
  readonly limit: number | undefined;
  /** Devices from before the standard are powered, too. */
  readonly acceptsLegacy: boolean;
  /** A device that draws nothing counts as disconnected after 500 ms instead of 400 (IEEE 802.3 33.2.9, T_MPDO). */
  readonly waitsLonger: boolean;
}

/** One feature's part of the power of a port. */
export interface PowerPart extends Partial<Omit<PowerPlan, 'hold'>> {
  readonly hold?: Claim<PowerHold, PowerHold | undefined>;
}

/** How the supply is shared out among the ports. */
export interface PowerSupplyPlan {
  /** Milliwatts that all ports together are given at most; undefined is what the supply has. */
  readonly threshold: number | undefined;
  /** Which device goes without if power is short: the one that comes last, or the one with the lowest priority. */
  readonly shedding: 'newcomers' | 'lowestPriority';
  /** Basis of the power in use: the draw of devices, or the maximum of their classes. */
  readonly allocation: 'consumption' | 'class';
}

/** How the parts of several features meet in the power of a port. */
export const powerColumns: Columns<PowerPlan, PowerPart> = {
  allowed: and,
  // A device that is being restarted is off, regardless of its schedule; both mean no power.
  hold: precedence<PowerHold, PowerHold | undefined>(['restart', 'schedule'], undefined, say('its power')),
  priority: only<PowerPriority>('low', say('the priority of its power')),
  limit: only<number | undefined>(undefined, say('the limit of its power')),
  acceptsLegacy: only(false, say('its power supply')),
  waitsLonger: only(false, say('its power supply')),
};

/** How the parts of several features meet in how the supply is shared out. */
export const powerSupplyColumns: Columns<PowerSupplyPlan, Partial<PowerSupplyPlan>> = {
  threshold: only<number | undefined>(undefined, say('the threshold of the power supply')),
  shedding: only<PowerSupplyPlan['shedding']>('newcomers', say('power denial')),
  allocation: only<PowerSupplyPlan['allocation']>('consumption', say('power allocation')),
};
