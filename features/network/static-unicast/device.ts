import { addressKey, type StaticUnicastPlan } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import type { DeviceFeature } from '../../../device/feature.ts';
import { perRow } from '../../../model/configuration/per-row.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { dot1qStaticUnicastEntry } from './objects.ts';
import { staticUnicastRules } from './rules.ts';

const entryPart = perRow(
  (row: RowOf<typeof dot1qStaticUnicastEntry>): StaticUnicastPlan => ({
    vlan: row.dot1qVlanIndex,
    address: row.dot1qStaticUnicastAddress,
    port: row.dot1qStaticUnicastAllowedToGoTo,
  }),
);

const addresses: Contribution = {
  reads: [dot1qStaticUnicastEntry],
  compile: (configuration) => ({
    staticUnicast: new Map(
      configuration.rows(dot1qStaticUnicastEntry).map((row) => {
        const entry = entryPart(row);
        return [addressKey(entry.vlan, entry.address), entry];
      }),
    ),
  }),
};

/** Network > Static Unicast. */
export const staticUnicast: DeviceFeature = {
  objects: [dot1qStaticUnicastEntry],
  rules: staticUnicastRules,
  contributions: [addresses],
};
