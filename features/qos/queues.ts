import { integer } from '../../model/schema/kinds/integer.ts';

/** Queues of every port, 0 the lowest. */
export const QUEUE_COUNT = 8;

/** The numbers of the queues. */
export const QUEUE_NUMBERS: readonly number[] = Array.from({ length: QUEUE_COUNT }, (_, queue) => queue);

/** The queue of each priority, 0..7, of a device that was never configured (IEEE 802.1D-1998, table 7-2). */
export const DEFAULT_QUEUES: readonly number[] = [2, 0, 1, 3, 4, 5, 6, 7];

/** A column that names a queue. */
export const queueId = (options: { readonly help?: string; readonly mib?: { readonly column: number } } = {}) =>
  integer({ label: 'Queue ID', min: 0, max: QUEUE_COUNT - 1, ...options });
