import { plannedSlot } from '../../device/slot.ts';
import { isSet } from '../../device/wall-clock.ts';
import { MILLISECONDS_A_MINUTE } from '../../model/values/date-time.ts';

/**
 * Milliseconds since 1970 at which a minute begins, that the clock was never set since the start, or a time at which no range
 * holds, for looking ahead.
 */
export type Moment = number | 'unset' | 'outside';

/** The minute of a date in milliseconds since 1970. */
export function minuteAt(date: number): Moment {
  return !isSet(date) ? 'unset' : date - (date % MILLISECONDS_A_MINUTE);
}

/** The date, to the minute; undefined until somebody has looked after the start. */
export const presentMinute = plannedSlot<Moment | undefined>('presentMinute', undefined, 'returns', () => 'outside');

/** Ports whose devices are being restarted: they have no power for a while. */
export const devicesRestarted = plannedSlot<ReadonlySet<number>>('devicesRestarted', new Set(), 'lost');

/** Ports whose devices an administrator has restarted: they have no power for a moment. */
export const devicesRestartedByHand = plannedSlot<ReadonlySet<number>>('devicesRestartedByHand', new Set(), 'lost');
