import type { Bus } from './bus.ts';
import { askController } from './questions.ts';

/**
 * Announces that a switch has a new wanted configuration: a controller compares it at once, and not with its next
 * report. If none receives it, the difference is found a little later.
 */
export function nudge(bus: Bus, serial: string): void {
  askController(bus, 'settled', { serial }).catch(() => {});
}
