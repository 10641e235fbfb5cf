import type { Bus, Unsubscribe } from '../bus/bus.ts';

const NUDGES = 'controller.nudge';

/** Something is wanted of this switch that was not before: it is compared at once, and not with its next report. */
export function nudge(bus: Bus, serial: string): void {
  bus.publish(NUDGES, serial);
}

export function followNudges(bus: Bus, nudged: (serial: string) => void): Unsubscribe {
  return bus.subscribe(NUDGES, (serial) => nudged(String(serial)));
}
