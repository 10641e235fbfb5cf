import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import { parseVlanList } from '../../../model/values/vlan-list.ts';
import { portCtrlEntry } from '../physical-interface/objects.ts';
import { ieee8021MstpVlanV2Entry, instancesOfVlans } from './mst-objects.ts';
import { dot1dStp } from './objects.ts';

/** IEEE 802.1D-2004 17.14: 2 × (forward delay − 1) ≥ maximum age ≥ 2 × (hello time + 1). */
const timersFit: Rule = {
  concerns: [dot1dStp],
  *check({ after }) {
    const { dot1dStpBridgeMaxAge, dot1dStpBridgeHelloTime, dot1dStpBridgeForwardDelay } = after.group(dot1dStp);
    const least = 2 * (dot1dStpBridgeHelloTime + 1);
    const most = 2 * (dot1dStpBridgeForwardDelay - 1);
    const column = 'dot1dStpBridgeMaxAge';
    if (dot1dStpBridgeMaxAge > most) {
      const message = say('With this Forward Delay, Maximum Age must be at most {{most}} s: 2 × (delay − 1).', {
        most,
      });
      yield conflict(dot1dStp, message, { column });
    }
    if (dot1dStpBridgeMaxAge < least) {
      const message = say('With this Hello Time, Maximum Age must be at least {{least}} s: 2 × (time + 1).', { least });
      yield conflict(dot1dStp, message, { column });
    }
  },
};

/**
 * A participant in the spanning tree does not pass the messages of others. The refused setting is the one that was
 * changed.
 */
const noBpduPass: Rule = {
  concerns: [dot1dStp, portCtrlEntry],
  *check({ after, before }) {
    if (after.group(dot1dStp).stpGlobalStatus !== Status.enabled) return;
    const wasOn = before.group(dot1dStp).stpGlobalStatus === Status.enabled;
    for (const row of after.rows(portCtrlEntry)) {
      if (row.portBpduPass !== Status.enabled) continue;
      yield wasOn
        ? conflict(portCtrlEntry, say('BPDU Pass needs spanning tree to be off.'), { row, column: 'portBpduPass' })
        : conflict(dot1dStp, say('Port {{port}} passes BPDUs: disable BPDU Pass first.', { port: row.ifIndex }), {
            column: 'stpGlobalStatus',
          });
    }
  },
};

/** A VLAN is in one instance only. */
const vlansOnce: Rule = {
  concerns: [ieee8021MstpVlanV2Entry],
  *check({ after, changes }) {
    for (const row of changedRows(changes, ieee8021MstpVlanV2Entry)) {
      const others = after.rows(ieee8021MstpVlanV2Entry).filter((other) => other.ieee8021MstpId !== row.ieee8021MstpId);
      const taken = instancesOfVlans(others);
      for (const vlan of parseVlanList(row.mstVlanList) ?? []) {
        const instance = taken.get(vlan);
        if (instance === undefined) continue;
        const message = say('VLAN {{vlan}} is in MST instance {{instance}} already: remove it there first.', {
          vlan,
          instance,
        });
        yield conflict(ieee8021MstpVlanV2Entry, message, { row, column: 'mstVlanList' });
        break;
      }
    }
  },
};

/** Rules of spanning tree. */
export const spanningTreeRules: readonly Rule[] = [timersFit, noBpduPass, vlansOnce];
