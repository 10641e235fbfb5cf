import type { Attack } from '../../../datapath/attack.ts';
import { slot } from '../../../device/slot.ts';

/** The values of counters when they were cleared. */
export const clearedDrops = slot<ReadonlyMap<Attack, bigint>>('clearedAttackDrops', new Map());
