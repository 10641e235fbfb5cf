import { say } from '../model/values/message.ts';
import type { Claim } from './combiners.ts';
import { and, only, precedence } from './combiners.ts';
import type { Columns } from './section.ts';

/** Who is powered first, and loses power last (RFC 3621 pethPsePortPowerPriority). */
export type PowerPriority = 'critical' | 'high' | 'low';

/**
 * Why a port that may give power does not for a while: it is outside its schedule, or the device is being restarted.
 */
type PowerHold = 'schedule' | 'restart';

/** What a physical port gives to a powered device (IEEE 802.3 clause 33). */
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

/** What one feature may say of the power of a port. */
export interface PowerPart extends Partial<Omit<PowerPlan, 'hold'>> {
  readonly hold?: Claim<PowerHold, PowerHold | undefined>;
}

/** How the supply is shared out among the ports. */
export interface PowerSupplyPlan {
  /** Milliwatts that all ports together are given at most; undefined is what the supply has. */
  readonly threshold: number | undefined;
  /** Which device goes without if power is short: the one that comes last, or the one with the lowest priority. */
  readonly shedding: 'newcomers' | 'lowestPriority';
  /** What counts as used: what devices draw, or what their classes may draw. */
  readonly allocation: 'consumption' | 'class';
}

/** How the parts of several features meet in the power of a port. */
export const powerColumns: Columns<PowerPlan, PowerPart> = {
  allowed: and,
  // Who restarts a device has it off, whatever its hours are; both mean no power.
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
