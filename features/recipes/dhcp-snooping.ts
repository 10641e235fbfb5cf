import { type Recipe, recipe } from '../../console/page/recipe.tsx';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { Status, status } from '../../model/schema/kinds/enumeration.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { vlanList } from '../../model/schema/kinds/vlan-list.ts';
import { group } from '../../model/schema/object.ts';
import { NO_PORTS, parsePortList, portsOf } from '../../model/values/port-list.ts';
import { formatVlanList, parseVlanList } from '../../model/values/vlan-list.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { arpInspPortEntry, arpInspVlanEntry } from '../security/arp-inspection/objects.ts';
import { dhcpSnoopingConfig, dhcpSnoopingPortEntry, dhcpSnoopingVlanEntry } from '../security/dhcp-snooping/objects.ts';
import { membershipOf } from '../vlan-membership.ts';

/** The last VLAN that can be snooped. */
const maximum = dhcpSnoopingVlanEntry.fields.dhcpSnoopingVlanId.limits.max ?? 0;

const asks = group('recipeDhcpSnooping', {
  title: 'DHCP snooping with ARP inspection',
  fields: {
    recipeTrusted: portList({
      all: 'none',
      label: 'Ports to DHCP servers',
      required: true,
      help: 'Directly or over other switches. Only these ports accept replies of DHCP servers.',
    }),
    recipeVlans: vlanList({ label: 'VLANs', required: true, maximum, help: 'VLANs whose stations use DHCP.' }),
    recipeInspection: status({
      label: 'ARP inspection',
      help: 'Drops ARP packets of stations without a recorded lease. Enable it once the stations have renewed their leases; those with static addresses need a static binding.',
    }),
  },
});

/** Snoops DHCP in VLANs, trusts the ports that lead to servers, and inspects ARP there if that is wanted. */
export const dhcpSnooping: Recipe<typeof asks> = {
  asks,
  objects: [
    dhcpSnoopingPortEntry,
    dhcpSnoopingVlanEntry,
    dhcpSnoopingConfig,
    arpInspPortEntry,
    arpInspVlanEntry,
    dot1qVlanStaticEntry,
  ],
  leadsTo: '/Security/DHCPSnooping/Settings',
  suggests: (before) => ({ recipeVlans: accessVlans(before) }),
  change(before, { recipeTrusted, recipeVlans, recipeInspection }) {
    const inspects = recipeInspection === Status.enabled;
    let after = before.withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: Status.enabled });
    for (const port of portsOf(parsePortList(recipeTrusted) ?? NO_PORTS)) {
      after = after.withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: port, dhcpSnoopingPortTrust: Status.enabled });
      if (inspects) after = after.withRow(arpInspPortEntry, { arpInspPort: port, arpInspTrust: Status.enabled });
    }
    for (const vlan of parseVlanList(recipeVlans, maximum) ?? []) {
      after = after.withRow(dhcpSnoopingVlanEntry, {
        dhcpSnoopingVlanId: vlan,
        dhcpSnoopingVlanStatus: Status.enabled,
      });
      if (inspects) {
        after = after.withRow(arpInspVlanEntry, { arpInspVlanId: vlan, arpInspVlanStatus: Status.enabled });
      }
    }
    return after;
  },
};

/** The VLANs that stations are in: those with untagged ports. */
function accessVlans(configuration: Configuration): string {
  const vlans = configuration
    .rows(dot1qVlanStaticEntry)
    .filter((row) => row.dot1qVlanIndex <= maximum && membershipOf(row).untagged !== NO_PORTS);
  return formatVlanList(vlans.map((row) => row.dot1qVlanIndex));
}

export default recipe(dhcpSnooping);
