import { slot } from '../../../device/slot.ts';

/** When rules with a timeout go, in milliseconds of the clock, by row key. */
export const deadlines = slot<ReadonlyMap<string, number>>('access rules that expire', new Map());
