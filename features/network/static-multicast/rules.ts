import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { portsOnSwitch } from '../../../model/configuration/port-list-rule.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { say } from '../../../model/values/message.ts';
import { parsePortList, portsOf } from '../../../model/values/port-list.ts';
import { dot1qStaticMulticastEntry } from './objects.ts';

const members = 'dot1qStaticMulticastStaticEgressPorts';
const forbidden = 'dot1qStaticMulticastForbiddenEgressPorts';

/** No port is both. */
const eitherOr: Rule = {
  concerns: [dot1qStaticMulticastEntry],
  *check({ changes }) {
    for (const row of changedRows(changes, dot1qStaticMulticastEntry)) {
      const [port] = portsOf((parsePortList(row[members]) ?? 0n) & (parsePortList(row[forbidden]) ?? 0n));
      if (port === undefined) continue;
      const message = say('Port {{port}} cannot be both a member of the group and forbidden.', { port });
      yield conflict(dot1qStaticMulticastEntry, message, { row, column: forbidden });
    }
  },
};

/** Rules within a static group. */
export const staticMulticastRules: readonly Rule[] = [
  portsOnSwitch(dot1qStaticMulticastEntry, [members, forbidden]),
  eitherOr,
];
