import type { Caller, Management } from '../management.ts';
import { Refusal } from '../refusal.ts';
import type { EventCounts } from './event-counts.ts';

/**
 * The same management, which counts its calls by the way that they come, and their refusals by code. Reads of the device for
 * itself are none.
 */
export function countedManagement(management: Management, counts: EventCounts): Management {
  function count<Result>(
    { access }: Caller,
    kind: 'read' | 'change' | 'dryRun',
    call: Promise<Result>,
  ): Promise<Result> {
    if (access === 'device') return call;
    counts.add('calls', `${access} ${kind}`);
    void call.catch((error: unknown) =>
      counts.add('refusals', `${access} ${error instanceof Refusal ? error.code : 'fault'}`),
    );
    return call;
  }
  return {
    perform: (requests, caller, options) => count(caller, 'change', management.perform(requests, caller, options)),
    tryOut: (requests, caller) => count(caller, 'dryRun', management.tryOut(requests, caller)),
    read: (object, query, caller) => count(caller, 'read', management.read(object, query, caller)),
  };
}
