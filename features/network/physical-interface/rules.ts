import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { unsupported } from '../../../model/configuration/message.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { dot3PauseEntry, PauseMode, portCtrlEntry } from './objects.ts';
import { modesOffered } from './port-modes.ts';

/**
 * A port takes no setting that its medium or the datapath cannot carry out (docs/specification/network.md, "Physical Interface").
 */
export const settingsSupported: Rule = {
  concerns: [portCtrlEntry, dot3PauseEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, portCtrlEntry)) {
      const port = hardware.ports.get(row.ifIndex);
      const refused = [
        ...(port && !modesOffered(port, hardware).includes(row.portMode) ? ['portMode'] : []),
        ...(row.portJumbo === Status.enabled && hardware.lacking.has('jumbo') ? ['portJumbo'] : []),
      ];
      for (const column of refused) yield conflict(portCtrlEntry, unsupported(row.ifIndex), { row, column });
    }
    if (!hardware.lacking.has('flowControl')) return;
    for (const row of changedRows(changes, dot3PauseEntry)) {
      if (row.dot3PauseAdminMode === PauseMode.disabled) continue;
      yield conflict(dot3PauseEntry, unsupported(row.dot3StatsIndex), { row, column: 'dot3PauseAdminMode' });
    }
  },
};
