import { slot } from '../../../device/slot.ts';

/** State of each server by its priority; one that is not here was not asked. */
export const tacacsServers = slot<ReadonlyMap<number, 'up' | 'dead'>>('tacacsServers', new Map());
