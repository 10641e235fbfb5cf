import type { Attack } from '../../../datapath/attack.ts';
import { slot } from '../../../device/slot.ts';

/** What each counter stood at when it was cleared. */
export const clearedDrops = slot<ReadonlyMap<Attack, bigint>>('clearedAttackDrops', new Map());
