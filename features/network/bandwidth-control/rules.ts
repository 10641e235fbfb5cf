import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { outOfRange } from '../../../model/configuration/message.ts';
import { problemOf, type Rule } from '../../../model/configuration/rule.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { rateCtrlEntry } from './objects.ts';
import { largestRate } from './rates.ts';

/** The largest rate follows from what the port can run at (docs/specification/network.md, "Ingress Rate Limiting"). */
export const ratesWithinSpeed: Rule = {
  concerns: [rateCtrlEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, rateCtrlEntry)) {
      const port = hardware.ports.get(row.rateCtrlIndex);
      if (!port) continue;
      const largest = largestRate(port);
      for (const column of ['rateCtrlIngressRate', 'rateCtrlEgressRate'] as const) {
        if (row[column] <= largest) continue;
        yield problemOf(ErrorCode.wrongValue, rateCtrlEntry, outOfRange(1, largest), { row, column });
      }
    }
  },
};
