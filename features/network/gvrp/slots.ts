import { slot } from '../../../device/slot.ts';
import type { GvrpStatistics } from '../../../protocols/gvrp/state.ts';

/** Counters of GVRP, by port; a trunk is its first member. */
export const gvrpStatistics = slot<ReadonlyMap<number, GvrpStatistics>>('gvrpStatistics', new Map());
