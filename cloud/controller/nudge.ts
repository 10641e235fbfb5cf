import type { Bus } from '../bus/bus.ts';
import { askController } from './questions.ts';

/**
 * Something is wanted of this switch that was not before: one controller compares it at once, and not with its next report. Where
 * none hears it, the switch is found to be behind a little later.
 */
export function nudge(bus: Bus, serial: string): void {
  askController(bus, 'settled', { serial }).catch(() => {});
}
