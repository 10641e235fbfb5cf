import { slot } from '../../../device/slot.ts';

/** What is known of each server by its priority; one that is not here was not asked. */
export const tacacsServers = slot<ReadonlyMap<number, 'up' | 'dead'>>('tacacsServers', new Map());
