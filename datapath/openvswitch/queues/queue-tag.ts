import { QUEUES } from '../../queueing.ts';

/** The OpenFlow port that frames leave by which may have to wait in a queue. */
export const CARRIER_PORT = 9_000;

/**
 * The kernel's number of a queueing discipline with queues, and of its classes: one for the rate, and one below it for each
 * queue.
 */
export const QUEUEING_HANDLE = 0xfacf;
export const RATE_CLASS = 1;

/** How queues are emptied. Each way has classes of its own: the order of one that is not empty cannot be changed. */
export type Scheduling = 'strict' | 'weighted';

/** The minor number of a queue's class. */
export function queueClass(scheduling: Scheduling, queue: number): number {
  return QUEUES * (scheduling === 'strict' ? 2 : 3) + queue;
}

/** How a plan's queues are emptied. */
export function schedulingOf({ weights }: { readonly weights: readonly number[] | undefined }): Scheduling {
  return weights ? 'weighted' : 'strict';
}
