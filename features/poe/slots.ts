import { slot } from '../../device/slot.ts';
import { MILLISECONDS_A_MINUTE } from '../../model/values/date-time.ts';

/** Milliseconds since 1970 at which a minute begins, or that the clock was never set since the start. */
export type Moment = number | 'unset';

/** Milliseconds since 1970 that no clock shows that was ever set: 1 January 2020. */
const NEVER_SET_BEFORE = 1_577_836_800_000;

/** The minute of a date in milliseconds since 1970. */
export function minuteAt(date: number): Moment {
  return date < NEVER_SET_BEFORE ? 'unset' : date - (date % MILLISECONDS_A_MINUTE);
}

/** The date, to the minute; undefined until somebody has looked after the start. */
export const presentMinute = slot<Moment | undefined>('presentMinute', undefined);

/** Ports whose devices are being started anew: they have no power for a while. */
export const devicesRestarted = slot<ReadonlySet<number>>('devicesRestarted', new Set());

/** Ports whose devices an administrator has started anew: they have no power for a moment. */
export const devicesRestartedByHand = slot<ReadonlySet<number>>('devicesRestartedByHand', new Set());
