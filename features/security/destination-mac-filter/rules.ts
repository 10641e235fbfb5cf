import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { say } from '../../../model/values/message.ts';
import { dot1qStaticUnicastEntry } from '../../network/static-unicast/objects.ts';
import { dot1dStaticEntry } from './objects.ts';

const column = 'dot1dStaticAddress';

/** The switch would be unreachable for its managers. */
const notTheSwitch: Rule = {
  concerns: [dot1dStaticEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, dot1dStaticEntry)) {
      if (row.dot1dStaticAddress !== hardware.baseMacAddress) continue;
      yield conflict(dot1dStaticEntry, say("This is the switch's own address."), { row, column });
    }
  },
};

/** An address is filtered or pinned, not both; whichever comes second is refused. */
const notPinned: Rule = {
  concerns: [dot1dStaticEntry, dot1qStaticUnicastEntry],
  *check({ after, changes }) {
    const pinned = after.rows(dot1qStaticUnicastEntry);
    const justPinned = new Set(changedRows(changes, dot1qStaticUnicastEntry));
    const filtered = new Set(changedRows(changes, dot1dStaticEntry).map((row) => row.dot1dStaticAddress));
    for (const row of pinned) {
      const address = row.dot1qStaticUnicastAddress;
      if (filtered.has(address)) {
        const message = say('Address is in the static unicast table.');
        yield conflict(dot1dStaticEntry, message, { row: { dot1dStaticAddress: address }, column });
      } else if (justPinned.has(row) && after.row(dot1dStaticEntry, { dot1dStaticAddress: address })) {
        const message = say('Address is in the table of the destination MAC filter.');
        yield conflict(dot1qStaticUnicastEntry, message, { row, column: 'dot1qStaticUnicastAddress' });
      }
    }
  },
};

/** Rules between filtered addresses, static ones and the switch. */
export const destinationFilterRules: readonly Rule[] = [notTheSwitch, notPinned];
