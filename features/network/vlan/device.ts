import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  type LiveOf,
  live,
} from '../../../device/feature.ts';
import { rowKey } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { dot1qFdbEntry, dot1qTpFdbEntry, fdbControl } from './address-table-objects.ts';
import { dot1qVlanCurrentEntry } from './current-vlan-objects.ts';
import { addressCounts, addressRows, addressTable, clearAddresses } from './device-addresses.ts';
import { currentVlans, vlanCreationTimes, vlansInForce } from './device-current.ts';
import { vlanContributions } from './device-plan.ts';
import { dot1dTp, dot1qBase, dot1qPortVlanEntry, dot1qVlan } from './objects.ts';
import { portVlanRules } from './port-rules.ts';
import { privateVlanPortEntry } from './private-vlan-objects.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';
import { vlanRules } from './vlan-rules.ts';

function vlanCapacity(context: DeviceContext): LiveOf<typeof dot1qBase> {
  const { hardware } = context;
  return {
    dot1qMaxVlanId: hardware.maxVlanId,
    dot1qMaxSupportedVlans: hardware.maxVlans,
    dot1qNumVlans: vlansInForce(context).size,
  };
}

/** Which VLANs the switch has an IP interface in. */
function management({ configuration }: DeviceContext, query: Values = {}): LiveColumnsOf<typeof dot1qVlanStaticEntry> {
  const running = configuration();
  const withInterface = new Set<unknown>(running.rows(ipv4InterfaceEntry).map((row) => row.ipIfVlanId));
  const { dot1qVlanIndex: only } = query;
  const vlans = only === undefined ? running.rows(dot1qVlanStaticEntry) : [{ dot1qVlanIndex: only }];
  return new Map(
    vlans.map((row) => [
      rowKey(dot1qVlanStaticEntry, row),
      { vlanHasIpInterface: withInterface.has(row.dot1qVlanIndex) ? 1 : 2 },
    ]),
  );
}

/** Network > VLAN. */
export const vlan: DeviceFeature = {
  objects: [
    dot1qVlanStaticEntry,
    dot1qBase,
    dot1qPortVlanEntry,
    dot1qVlan,
    dot1dTp,
    dot1qTpFdbEntry,
    dot1qFdbEntry,
    fdbControl,
    privateVlanPortEntry,
    dot1qVlanCurrentEntry,
  ],
  rules: [...vlanRules, ...portVlanRules],
  contributions: vlanContributions,
  live: [
    live(dot1qVlanStaticEntry, { columns: management }),
    live(dot1qBase, { group: vlanCapacity }),
    live(fdbControl, { group: addressTable }),
    live(dot1qTpFdbEntry, { rows: addressRows }),
    live(dot1qFdbEntry, { rows: addressCounts }),
    live(dot1qVlanCurrentEntry, { rows: currentVlans }),
  ],
  operations: [clearAddresses],
  services: [vlanCreationTimes],
};
