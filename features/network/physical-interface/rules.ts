import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { unsupported } from '../../../model/configuration/message.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { PauseMode, portCtrlEntry } from './objects.ts';
import { modesOffered } from './port-modes.ts';

/** A port takes no setting that its medium or the datapath cannot carry out (reference/network.md, Physical Interface). */
export const settingsSupported: Rule = {
  reads: [portCtrlEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, portCtrlEntry)) {
      const port = hardware.ports.get(row.ifIndex);
      const refused = [
        ...(port && !modesOffered(port, hardware).includes(row.portMode) ? ['portMode'] : []),
        ...(row.portJumbo === Status.enabled && hardware.lacking.has('jumbo') ? ['portJumbo'] : []),
        ...(row.dot3PauseAdminMode !== PauseMode.disabled && hardware.lacking.has('flowControl')
          ? ['dot3PauseAdminMode']
          : []),
      ];
      for (const column of refused) yield conflict(portCtrlEntry, unsupported(row.ifIndex), { row, column });
    }
  },
};
