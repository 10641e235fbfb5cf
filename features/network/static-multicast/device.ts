import { addressKey, type GroupPlan } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import type { DeviceFeature } from '../../../device/feature.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { dot1qStaticMulticastEntry } from './objects.ts';
import { staticMulticastRules } from './rules.ts';

const groupPart = onceFor(
  (row: RowOf<typeof dot1qStaticMulticastEntry>): GroupPlan => ({
    vlan: row.dot1qVlanIndex,
    address: row.dot1qStaticMulticastAddress,
    ports: parsePortList(row.dot1qStaticMulticastStaticEgressPorts) ?? NO_PORTS,
    forbidden: parsePortList(row.dot1qStaticMulticastForbiddenEgressPorts) ?? NO_PORTS,
  }),
);

const groups: Contribution = {
  reads: [dot1qStaticMulticastEntry],
  compile: (configuration) => ({
    groups: new Map(
      configuration.rows(dot1qStaticMulticastEntry).map((row) => {
        const group = groupPart(row);
        return [addressKey(group.vlan, group.address), group];
      }),
    ),
  }),
};

/** Network > Static Multicast. */
export const staticMulticast: DeviceFeature = {
  objects: [dot1qStaticMulticastEntry],
  rules: staticMulticastRules,
  contributions: [groups],
};
