import type { PowerPart } from '../../../datapath/power.ts';
import { EVERY_VLAN } from '../../../datapath/state.ts';
import type { Contribution, StateContribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  type LiveOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { NO_PORTS, portBit } from '../../../model/values/port-list.ts';
import { carriedBy } from '../../bridge-ports.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { deviceTimeAt } from '../../system/system-time/objects.ts';
import { pingWatchdogCtrl, pingWatchdogEntry, WatchdogStatus } from './objects.ts';
import { watchdogRules } from './rules.ts';
import { standings, unpoweredPorts } from './slots.ts';
import { restOf, watchedRows } from './watched-rows.ts';

const unpowered: PowerPart = { hold: { by: 'restart', value: 'restart' } };

/** Ports give no power for the off time of what is done at them. */
const rests: Contribution = {
  reads: [],
  uses: [unpoweredPorts],
  compile: (_configuration, _hardware, slots) => ({
    power: new Map([...slots.get(unpoweredPorts)].map((port) => [port, unpowered])),
  }),
};

/** For the guard: any port that may be shut will be. A trunk goes on by its other members. */
const worst: StateContribution = {
  reads: [pingWatchdogCtrl, pingWatchdogEntry, trunkGroupEntry],
  compile: () => ({}),
  foresee(configuration, hardware, _slots, former) {
    const ports = carriedBy(portsAtRisk(configuration) & ~portsAtRisk(former), configuration, hardware);
    return ports === NO_PORTS ? {} : { blocked: new Map([[EVERY_VLAN, { ports }]]) };
  },
};

function portsAtRisk(configuration: Configuration) {
  return watchedRows(configuration)
    .filter((row) => restOf(row.pingWatchdogAction) !== undefined)
    .reduce((ports, { pingWatchdogPort: port }) => ports | portBit(port), NO_PORTS);
}

function liveColumns(context: DeviceContext): LiveColumnsOf<typeof pingWatchdogEntry> {
  const configuration = context.configuration();
  const known = context.slots.get(standings);
  return new Map(
    configuration.rows(pingWatchdogEntry).map((row): [string, LiveOf<typeof pingWatchdogEntry>] => {
      const found = known.get(row.pingWatchdogTarget);
      const reply = found?.lastReply;
      const columns = {
        pingWatchdogStatus: found?.status ?? WatchdogStatus.off,
        pingWatchdogFails: found?.fails ?? 0,
        pingWatchdogActions: found?.actions ?? 0,
        pingWatchdogLastReply: reply === undefined ? '' : formatDateTime(deviceTimeAt(configuration, reply)),
      };
      return [rowKey(pingWatchdogEntry, row), columns];
    }),
  );
}

const clear = operation(pingWatchdogCtrl, {
  operate({ slots }, { values }) {
    if (values.pingWatchdogClear === undefined) return;
    slots.update(
      standings,
      (present) =>
        new Map([...present].map(([address, one]) => [address, { ...one, actions: 0, lastReply: undefined }])),
    );
  },
});

const watching: Service = {
  name: 'ping watchdog',
  reads: [pingWatchdogCtrl, pingWatchdogEntry],
  wanted: (configuration) => watchedRows(configuration).length > 0,
  decides: [unpoweredPorts],
  start: async (context) => (await import('./device-watching.ts')).startWatching(context),
};

/** Tools > Ping Watchdog, with its edit page. */
export const pingWatchdog: DeviceFeature = {
  objects: [pingWatchdogCtrl, pingWatchdogEntry],
  rules: watchdogRules,
  contributions: [rests],
  stateContributions: [worst],
  live: [live(pingWatchdogEntry, { columns: liveColumns })],
  operations: [clear],
  services: [watching],
};
