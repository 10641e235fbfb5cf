import { addressKey, type StaticUnicastPlan } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import type { DeviceFeature } from '../../../device/feature.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { dot1qVlan, LearningConstraint } from '../vlan/objects.ts';
import { dot1qStaticUnicastEntry } from './objects.ts';
import { staticUnicastRules } from './rules.ts';

const entryPart = onceFor(
  (row: RowOf<typeof dot1qStaticUnicastEntry>): StaticUnicastPlan => ({
    vlan: row.dot1qVlanIndex,
    address: row.dot1qStaticUnicastAddress,
    port: row.dot1qStaticUnicastAllowedToGoTo,
  }),
);

/** Under shared learning an address has one row for all VLANs; rules see to it that they name the same port. */
const addresses: Contribution = {
  reads: [dot1qStaticUnicastEntry, dot1qVlan],
  compile(configuration) {
    const shared = configuration.group(dot1qVlan).dot1qConstraintTypeDefault === LearningConstraint.shared;
    const staticUnicast = new Map<string, StaticUnicastPlan>();
    const pinned = new Set<string>();
    for (const row of configuration.rows(dot1qStaticUnicastEntry)) {
      const entry = entryPart(row);
      if (shared && pinned.has(entry.address)) continue;
      pinned.add(entry.address);
      staticUnicast.set(addressKey(entry.vlan, entry.address), entry);
    }
    return { staticUnicast };
  },
};

/** Network > Static Unicast. */
export const staticUnicast: DeviceFeature = {
  objects: [dot1qStaticUnicastEntry],
  rules: staticUnicastRules,
  contributions: [addresses],
};
