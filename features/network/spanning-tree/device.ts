import type { DeviceFeature, Operation } from '../../../device/feature.ts';
import { livePorts, liveProtocol, liveRapidPorts } from './device-live.ts';
import { spanningTreeService } from './device-service.ts';
import { bpdus, portStates } from './device-states.ts';
import { dot1dStp, dot1dStpExtPortEntry, dot1dStpPortEntry, ieee8021MstpCistPortEntry } from './objects.ts';
import { spanningTreeRules } from './rules.ts';
import { spanningTree } from './slots.ts';

/** Migrate: the port speaks RSTP again until it hears who does not. */
const migrate: Operation = {
  object: dot1dStpExtPortEntry,
  operate({ slots }, { values }) {
    if (values.dot1dStpPortProtocolMigration === undefined) return;
    slots.get(spanningTree)?.migrate(Number(values.dot1dStpPort));
  },
};

/** Network > Spanning Tree. */
export const spanningTreeFeature: DeviceFeature = {
  objects: [dot1dStp, dot1dStpPortEntry, dot1dStpExtPortEntry, ieee8021MstpCistPortEntry],
  rules: spanningTreeRules,
  contributions: [bpdus],
  stateContributions: [portStates],
  live: [
    { object: dot1dStp, group: liveProtocol },
    { object: dot1dStpPortEntry, columns: livePorts },
    { object: dot1dStpExtPortEntry, columns: liveRapidPorts },
  ],
  operations: [migrate],
  services: [spanningTreeService],
};
