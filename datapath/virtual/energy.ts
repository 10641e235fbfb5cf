import type { EnergyState } from '../datapath.ts';
import type { LinkAbility } from './negotiation.ts';
import type { SwitchPort } from './switch-port.ts';

/** Microseconds that a link takes to wake, by its speed (IEEE 802.3 78.5). */
const wakeTimes: Readonly<Record<number, number>> = { 100: 30, 1000: 16.5, 10000: 7.36 };

/**
 * How the link of a port that can sleep does so: both ends have to want it, to negotiate, and to run 100 Mbit/s or more in full
 * duplex (IEEE 802.3 78.3).
 */
export function energyState({ plan, link }: SwitchPort, far: LinkAbility | undefined): EnergyState {
  const wakeTime = link && wakeTimes[link.speed];
  const negotiates = plan?.mode === 'auto' && far?.negotiates === true;
  const partner = !link || !negotiates ? 'unknown' : far.energyEfficient ? 'yes' : 'no';
  const isActive =
    plan?.energyEfficient === true && partner === 'yes' && link?.duplex === 'full' && wakeTime !== undefined;
  return { partner, isActive, sendsIdle: isActive, receivesIdle: isActive, wakeTime: isActive ? wakeTime : undefined };
}
