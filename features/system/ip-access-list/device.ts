import type { AccessContribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  live,
  type Service,
} from '../../../device/feature.ts';
import { sourceName } from '../../../device/permitted-sources.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { NO_PORTS } from '../../../model/values/port-list.ts';
import { ipAccessListCtrl, ipAccessListEntry } from './objects.ts';
import { permittedSource, permittedSources } from './permitted.ts';
import { accessListRules } from './rules.ts';
import { stationAccess } from './station-access.ts';

/** Sources that may manage the switch: checked by every service for each client, and by the guard. */
const accessContribution: AccessContribution = {
  reads: [ipAccessListCtrl, ipAccessListEntry],
  compile: (configuration) => {
    const sources = permittedSources(configuration);
    return sources ? { sources } : {};
  },
};

/** Reports clients that used a port that is not permitted for them. */
const turnedAway: Service = {
  name: 'IP access list',
  reads: [ipAccessListCtrl, ipAccessListEntry],
  wanted: (configuration) => permittedSources(configuration)?.some(({ ports }) => ports !== NO_PORTS) ?? false,
  start: async (context) => (await import('./turned-away.ts')).startTurnedAway(context),
};

/** The hits of each row. */
function liveRows({ configuration, sources }: DeviceContext): LiveColumnsOf<typeof ipAccessListEntry> {
  return new Map(
    configuration()
      .rows(ipAccessListEntry)
      .map((row) => [
        rowKey(ipAccessListEntry, row),
        { ipAccessHits: String(sources.hits(sourceName(permittedSource(row)))) },
      ]),
  );
}

/** System > IP Access List. */
export const ipAccessList: DeviceFeature = {
  objects: [ipAccessListCtrl, ipAccessListEntry],
  rules: accessListRules,
  contributions: [stationAccess],
  accessContributions: [accessContribution],
  live: [
    live(ipAccessListCtrl, {
      group: (_, { remoteAddress }) => ({ ipAccessClient: remoteAddress ?? '' }),
    }),
    live(ipAccessListEntry, { columns: liveRows }),
  ],
  services: [turnedAway],
};
