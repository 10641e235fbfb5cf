import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import { dot1qVlan } from '../vlan/objects.ts';
import { dot1dPortGarpEntry, gvrpGlobal } from './objects.ts';

/** A participant has time to answer twice before everyone has to declare again (IEEE 802.1D-1998 table 12-10). */
const times: Rule = {
  concerns: [dot1dPortGarpEntry],
  *check({ changes }) {
    for (const row of changedRows(changes, dot1dPortGarpEntry)) {
      const { dot1dPortGarpJoinTime: join, dot1dPortGarpLeaveTime: leave, dot1dPortGarpLeaveAllTime: all } = row;
      if (leave > 2 * join && all > leave) continue;
      const message = say('Leave Time must exceed 2 x Join Time and Leave All Time must exceed Leave Time.');
      const column = leave > 2 * join ? 'dot1dPortGarpLeaveAllTime' : 'dot1dPortGarpLeaveTime';
      yield conflict(dot1dPortGarpEntry, message, { row, column });
    }
  },
};

/** Frames of an asymmetric VLAN return in another one, which is not declared (docs/specification/network.md 12). */
const noAsymmetricVlan: Rule = {
  concerns: [gvrpGlobal, dot1qVlan],
  *check({ after, before }) {
    const gvrp = after.group(gvrpGlobal).dot1qGvrpStatus === Status.enabled;
    const asymmetric = after.group(dot1qVlan).asymmetricVlanStatus === Status.enabled;
    if (!gvrp || !asymmetric) return;
    const message = say('{{one}} cannot be used together with {{other}}.', {
      one: say('GVRP'),
      other: say('asymmetric VLAN'),
    });
    const wasOn = before.group(gvrpGlobal).dot1qGvrpStatus === Status.enabled;
    yield wasOn
      ? conflict(dot1qVlan, message, { column: 'asymmetricVlanStatus' })
      : conflict(gvrpGlobal, message, { column: 'dot1qGvrpStatus' });
  },
};

/** Rules within the settings of GVRP. */
export const gvrpRules: readonly Rule[] = [times, noAsymmetricVlan];
