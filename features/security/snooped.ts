import type { Configuration } from '../../model/configuration/configuration.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import type { BridgePort } from '../bridge-ports.ts';
import { dhcpSnoopingConfig, dhcpSnoopingPortEntry, dhcpSnoopingVlanEntry } from './dhcp-snooping/objects.ts';

/** Whether DHCP is snooped. */
export function isSnooping(configuration: Configuration): boolean {
  return configuration.group(dhcpSnoopingConfig).dhcpSnoopingStatus === Status.enabled;
}

/** The VLANs that are to be snooped, whether they are there or not. */
export function snoopedVlans(configuration: Configuration): ReadonlySet<number> {
  const rows = configuration.rows(dhcpSnoopingVlanEntry);
  const enabled = rows.filter(({ dhcpSnoopingVlanStatus }) => dhcpSnoopingVlanStatus === Status.enabled);
  return new Set(enabled.map(({ dhcpSnoopingVlanId }) => dhcpSnoopingVlanId));
}

/** Whether a bridge port leads to servers. */
export function isTrusted(configuration: Configuration, { representative }: BridgePort): boolean {
  const row = configuration.row(dhcpSnoopingPortEntry, { dhcpSnoopingPort: representative });
  return row?.dhcpSnoopingPortTrust === Status.enabled;
}
