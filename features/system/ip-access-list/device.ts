import type { AccessContribution } from '../../../device/contribution.ts';
import type { DeviceContext, DeviceFeature } from '../../../device/feature.ts';
import { managementServices, type PermittedSource, sourceName } from '../../../device/permitted-sources.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { type RowOf, rowKey } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ipAccessListCtrl, ipAccessListEntry } from './objects.ts';
import { accessListRules } from './rules.ts';

function permittedSource(row: RowOf<typeof ipAccessListEntry>): PermittedSource {
  return {
    address: row.ipAccessAddr,
    prefix: row.ipAccessPrefixLength,
    services: managementServices.filter((_, bit) => (row.ipAccessServices & (1 << bit)) !== 0),
  };
}

/** Who may manage the switch: asked by every service of whoever comes, and by the guard. */
const accessContribution: AccessContribution = {
  reads: [ipAccessListCtrl, ipAccessListEntry],
  compile(configuration) {
    const isEnabled = configuration.group(ipAccessListCtrl).ipAccessListState === Status.enabled;
    return isEnabled ? { sources: configuration.rows(ipAccessListEntry).map(permittedSource) } : {};
  },
};

/** The hits of each row. */
function liveRows({ configuration, sources }: DeviceContext): ReadonlyMap<string, Values> {
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
  accessContributions: [accessContribution],
  live: [
    {
      object: ipAccessListCtrl,
      group: (_, { remoteAddress }) => ({ ipAccessClient: remoteAddress ?? '' }),
    },
    { object: ipAccessListEntry, columns: liveRows },
  ],
};
