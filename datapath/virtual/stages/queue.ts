import { queueOf } from '../../queueing.ts';
import type { Tables } from '../tables.ts';
import type { Passage } from './passage.ts';

const PRIORITY_AT = 13;

/** Chooses the queue that a frame waits in where a port is congested; without queues nothing is looked at. */
export function chooseQueue(passage: Passage, { queueing }: Pick<Tables, 'queueing'>): void {
  if (!queueing) return;
  const { frame, control, priority, isPriorityFinal } = passage;
  passage.queue = queueOf(queueing, frame, control < 0 ? priority : control >>> PRIORITY_AT, isPriorityFinal).queue;
}
