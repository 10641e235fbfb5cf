import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { classOfIpv6, Ipv6Class } from '../../../model/values/ipv6.ts';
import { say } from '../../../model/values/message.ts';
import { addressesSet, addressObjects } from '../../addresses-set.ts';
import { pdAliveEntry } from './objects.ts';

/** A monitored device needs an address that is not the switch's own, whichever of the two was set first. */
export const watchedAddresses: Rule = {
  concerns: [pdAliveEntry, ...addressObjects],
  *check({ after, changes, hardware }) {
    const rows = after.rows(pdAliveEntry).filter((row) => row.pdAliveState === Status.enabled || row.pdAliveIpAddress);
    if (rows.length === 0) return;
    const own = addressesSet(after, hardware.baseMacAddress);
    const changed = new Set(changedRows(changes, pdAliveEntry));
    for (const row of rows) {
      const { pdAliveIpAddress: address, pethPsePortIndex: port } = row;
      const place = { row, column: 'pdAliveIpAddress' };
      if (address === '') {
        yield conflict(pdAliveEntry, say('Enter the PD address before enabling.'), place);
      } else if (own.has(address)) {
        const message = changed.has(row)
          ? say("The PD address is one of the switch's own.")
          : say('PD Alive watches {{address}} at port {{port}}: it cannot be an address of the switch.', {
              address,
              port,
            });
        yield conflict(pdAliveEntry, message, place);
      } else if (classOfIpv6(address) === Ipv6Class.linkLocal) {
        yield conflict(pdAliveEntry, say('The PD address must not be link-local: it would need a VLAN.'), place);
      }
    }
  },
};
