import { refuseWhereCloudOwns } from '../cloud/ownership.ts';
import type { ObjectReader } from '../configuration/read-object.ts';
import type { Transactions } from '../configuration/transactions.ts';
import type { DeviceContext, Operation } from '../feature.ts';
import type { Hold } from '../hold.ts';
import type { Management } from '../management.ts';
import { refuseOutsideSection, refuseUnproved } from '../sessions/access-proof.ts';

/** What `checkedManagement` asks. */
interface ManagementChecks {
  running(): Transactions;
  readonly operations: readonly Operation[];
  readonly hold: Hold;
  context(): DeviceContext;
  reader(): ObjectReader;
}

/** The one way in for whatever a user does, with the checks that come before everything else. */
export function checkedManagement({ running, operations, hold, context, reader }: ManagementChecks): Management {
  return {
    async perform(requests, caller, options) {
      hold.refuse();
      refuseWhereCloudOwns(running().slots, requests, caller);
      refuseUnproved(operations, requests, caller, context());
      for (const { object } of requests) refuseOutsideSection(object, caller);
      return running().perform(requests, caller, options);
    },
    async tryOut(requests, caller) {
      if (caller.token) {
        for (const { object } of requests) refuseOutsideSection(object, caller);
        refuseUnproved(operations, requests, caller, context());
      }
      return running().tryOut(requests, caller);
    },
    read: (object, query, caller) => reader().read(object, query, caller),
  };
}
