import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { unsupported } from '../../../model/configuration/message.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import { lldpConfiguration } from './objects.ts';
import { lldpXdot3PortConfigEntry, lldpXMedPortConfigEntry, medTlvColumns } from './tlv-objects.ts';

/** Seconds that the 16 bits of a time to live hold. */
const LONGEST_TIME_TO_LIVE = 65_535;

/** The delay leaves room within the interval, and what is said is good for no longer than can be said (LLDP-MIB). */
const times: Rule = {
  concerns: [lldpConfiguration],
  *check({ after }) {
    const { lldpTxDelay, lldpMessageTxInterval, lldpMessageTxHoldMultiplier } = after.group(lldpConfiguration);
    if (lldpTxDelay * 4 > lldpMessageTxInterval) {
      const message = say('TX Delay must not exceed a quarter of TX Interval.');
      yield conflict(lldpConfiguration, message, { column: 'lldpTxDelay' });
    }
    if (lldpMessageTxInterval * lldpMessageTxHoldMultiplier > LONGEST_TIME_TO_LIVE) {
      const message = say('TX Interval times TX Hold Multiplier must not exceed {{max}} s.', {
        max: LONGEST_TIME_TO_LIVE,
      });
      yield conflict(lldpConfiguration, message, { column: 'lldpMessageTxHoldMultiplier' });
    }
  },
};

/** Only a port that can power a device says so. */
const powerOfPort: Rule = {
  concerns: [lldpXdot3PortConfigEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, lldpXdot3PortConfigEntry)) {
      const port = row.lldpPortConfigPortNum;
      if (row.lldpXdot3PowerTxEnable !== TruthValue.yes || hardware.ports.get(port)?.pse !== false) continue;
      yield conflict(lldpXdot3PortConfigEntry, unsupported(port), { row, column: 'lldpXdot3PowerTxEnable' });
    }
  },
};

/** The capabilities say what the others are (ANSI/TIA-1057 10.2.2). */
const medCapabilities: Rule = {
  concerns: [lldpXMedPortConfigEntry],
  *check({ changes }) {
    for (const row of changedRows(changes, lldpXMedPortConfigEntry)) {
      if (row.lldpXMedCapabilitiesTxEnable === TruthValue.yes) continue;
      const column = medTlvColumns.find((name) => row[name] === TruthValue.yes);
      if (column === undefined) continue;
      const message = say('{{field}} needs the MED Capabilities to be sent.', {
        field: say(lldpXMedPortConfigEntry.fields[column].label),
      });
      yield conflict(lldpXMedPortConfigEntry, message, { row, column });
    }
  },
};

/** Rules within the settings of LLDP. */
export const lldpRules: readonly Rule[] = [times, powerOfPort, medCapabilities];
