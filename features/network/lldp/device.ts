import type { Contribution } from '../../../device/contribution.ts';
import { type DeviceFeature, live, operation } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { callerName } from '../../../device/management.ts';
import { say } from '../../../model/values/message.ts';
import { NO_PORTS, portListOf } from '../../../model/values/port-list.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { NEAREST_BRIDGE } from '../../../protocols/lldp/lldpdu.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import {
  basicBits,
  dot3Bits,
  localPorts,
  localSystem,
  medBits,
  mediaPolicyRows,
  portStatistics,
  remoteSystems,
  tableStatistics,
} from './device-live.ts';
import { LLDP_FRAMES, lldpAgent } from './device-lldp.ts';
import { participation } from './device-settings.ts';
import { lldpConfiguration, lldpPortConfigEntry, lldpStatistics, lldpStatsRxPortEntry } from './objects.ts';
import { lldpRules } from './rules.ts';
import { lldpLocalSystemData, lldpLocPortEntry, lldpRemEntry } from './said-objects.ts';
import { lldpClearing } from './slots.ts';
import {
  lldpXdot1ConfigPortVlanEntry,
  lldpXdot3PortConfigEntry,
  lldpXMedLocMediaPolicyEntry,
  lldpXMedPortConfigEntry,
} from './tlv-objects.ts';

/**
 * Frames per second that the neighbors of a port may send: the maximum number of neighbors, all in fast start at once.
 */
const FRAMES_A_SECOND = 32;

/** Frames of neighbors go to the agent, from every port that receives LLDP. */
const heard: Contribution = {
  reads: [lldpConfiguration, lldpPortConfigEntry, mirrorSessionEntry],
  compile(configuration) {
    const listening = [...participation(configuration)].filter(([, { receive }]) => receive).map(([port]) => port);
    const ports = portListOf(listening);
    if (ports === NO_PORTS) return {};
    const match = { etherType: EtherType.lldp, destination: NEAREST_BRIDGE, ports };
    return {
      punts: new Map([
        [LLDP_FRAMES, { stage: 'control', action: 'take', rate: FRAMES_A_SECOND, eachPort: true, matches: [match] }],
      ]),
    };
  },
};

/** Clears the counters of a port, or of all for 0. */
const clear = operation(lldpStatistics, {
  operate({ slots, log }, { values, caller }) {
    if (values.lldpStatsClear === undefined) return;
    const port = Number(values.lldpStatsClear);
    slots.get(lldpClearing)?.(port === 0 ? undefined : port);
    const what = port === 0 ? say('all ports') : say('port {{port}}', { port });
    log.write(
      Severity.informational,
      say('LLDP statistics of {{what}} cleared by {{who}}.', { what, who: callerName(caller) }),
    );
  },
});

/** Network > LLDP. */
export const lldp: DeviceFeature = {
  objects: [
    lldpConfiguration,
    lldpLocalSystemData,
    lldpPortConfigEntry,
    lldpXdot1ConfigPortVlanEntry,
    lldpXdot3PortConfigEntry,
    lldpXMedPortConfigEntry,
    lldpXMedLocMediaPolicyEntry,
    lldpStatistics,
    lldpStatsRxPortEntry,
    lldpLocPortEntry,
    lldpRemEntry,
  ],
  rules: lldpRules,
  contributions: [heard],
  live: [
    live(lldpLocalSystemData, { group: localSystem }),
    live(lldpPortConfigEntry, { columns: basicBits }),
    live(lldpXdot3PortConfigEntry, { columns: dot3Bits }),
    live(lldpXMedPortConfigEntry, { columns: medBits }),
    live(lldpXMedLocMediaPolicyEntry, { rows: mediaPolicyRows }),
    live(lldpStatistics, { group: tableStatistics }),
    live(lldpStatsRxPortEntry, { rows: portStatistics }),
    live(lldpLocPortEntry, { rows: localPorts }),
    live(lldpRemEntry, { rows: remoteSystems }),
  ],
  operations: [clear],
  services: [lldpAgent],
};
