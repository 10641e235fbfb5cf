import { type DeviceFeature, live, operation, type Service } from '../../../device/feature.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { livePorts, liveProtocol, liveRapidPorts } from './device-live.ts';
import { liveCist, liveInstancePorts, liveInstances, liveProtection, liveRegion } from './device-mst-live.ts';
import { settingsRead } from './device-settings.ts';
import { bpdus, portStates } from './device-states.ts';
import {
  ieee8021MstpCistEntry,
  ieee8021MstpConfigIdEntry,
  ieee8021MstpEntry,
  ieee8021MstpPortEntry,
  ieee8021MstpVlanV2Entry,
  stpTcProtect,
  stpTcProtectPortEntry,
} from './mst-objects.ts';
import { dot1dStp, dot1dStpExtPortEntry, dot1dStpPortEntry, ieee8021MstpCistPortEntry } from './objects.ts';
import { spanningTreeRules } from './rules.ts';
import { spanningTree } from './slots.ts';

/** Migrate: the port speaks RSTP again until it hears who does not. */
const migrate = operation(dot1dStpExtPortEntry, {
  operate({ slots }, { values }) {
    if (values.dot1dStpPortProtocolMigration !== TruthValue.yes) return;
    slots.get(spanningTree)?.migrate(Number(values.dot1dStpPort));
  },
});

/** Clear counters. */
const clear = operation(stpTcProtect, {
  operate({ slots }, { values }) {
    if (values.stpTcProtectClear !== undefined) slots.get(spanningTree)?.clearIgnored();
  },
});

const engine: Service = {
  name: 'spanning tree',
  reads: settingsRead,
  wanted: (configuration) => configuration.group(dot1dStp).stpGlobalStatus === Status.enabled,
  start: async (context) => (await import('./device-service.ts')).startSpanningTree(context),
};

/** Network > Spanning Tree. */
export const spanningTreeFeature: DeviceFeature = {
  objects: [
    dot1dStp,
    dot1dStpPortEntry,
    dot1dStpExtPortEntry,
    ieee8021MstpCistPortEntry,
    stpTcProtect,
    stpTcProtectPortEntry,
    ieee8021MstpConfigIdEntry,
    ieee8021MstpVlanV2Entry,
    ieee8021MstpCistEntry,
    ieee8021MstpEntry,
    ieee8021MstpPortEntry,
  ],
  rules: spanningTreeRules,
  contributions: [bpdus],
  stateContributions: [portStates],
  live: [
    live(dot1dStp, { group: liveProtocol }),
    live(dot1dStpPortEntry, { columns: livePorts }),
    live(dot1dStpExtPortEntry, { columns: liveRapidPorts }),
    live(stpTcProtectPortEntry, { columns: liveProtection }),
    live(ieee8021MstpConfigIdEntry, { group: liveRegion }),
    live(ieee8021MstpCistEntry, { group: liveCist }),
    live(ieee8021MstpEntry, { columns: liveInstances }),
    live(ieee8021MstpPortEntry, { columns: liveInstancePorts }),
  ],
  operations: [migrate, clear],
  services: [engine],
};
