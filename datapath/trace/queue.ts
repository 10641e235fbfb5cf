import { uint16At } from '../../protocols/frames/addresses.ts';
import { isTagged } from '../../protocols/frames/vlan-tag.ts';
import { queueOf } from '../queueing.ts';
import { nothingAgainst, type Outcome, type Switch, type UnderWay } from './under-way.ts';

/** The queue of a frame, by its packet or by its priority. */
export function queue({ plan: { queueing } }: Switch, { frame, priority, isPriorityFinal }: UnderWay): Outcome {
  if (!queueing) return nothingAgainst;
  const own = isTagged(frame) ? uint16At(frame, 14) >>> 13 : priority;
  const found = queueOf(queueing, frame, own, isPriorityFinal);
  return { verdict: 'passes', reason: { code: 'queued', ...found, priority: own }, queue: found.queue };
}
