import { slot } from '../../device/slot.ts';
import type { LocalMinute } from './time-range-active.ts';

/** What the device's clock shows, to the minute; undefined until somebody has looked after the start. */
export const localMinute = slot<LocalMinute | undefined>('localMinute', undefined);

/** Ports whose devices are being started anew: they have no power for a while. */
export const devicesRestarted = slot<ReadonlySet<number>>('devicesRestarted', new Set());

/** Ports whose devices an administrator has started anew: they have no power for a moment. */
export const devicesRestartedByHand = slot<ReadonlySet<number>>('devicesRestartedByHand', new Set());
