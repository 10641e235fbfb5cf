import { slot } from '../../../device/slot.ts';

/** The number of the trunk that each port is a member of; ports that are in none are left out. */
export const trunkOfPort = slot<ReadonlyMap<number, number>>('trunkOfPort', new Map());
