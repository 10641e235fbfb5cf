import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { isSnooping } from '../snooped.ts';
import { dhcpSnoopingConfig } from './objects.ts';

/** Whether learned bindings are written to flash. */
export function hasBackup(configuration: Configuration): boolean {
  const { dhcpSnoopingBackupDb } = configuration.group(dhcpSnoopingConfig);
  return isSnooping(configuration) && dhcpSnoopingBackupDb === Status.enabled;
}

/**
 * Whether the copy of a learned binding on flash is valid at any time. A client renews after half of its lease (RFC 2131 4.4.5),
 * so a copy may be valid for only half of the lease, and must be replaced before that. `leaseTime` is in seconds.
 */
export function isBackedUp(configuration: Configuration, { leaseTime }: { readonly leaseTime: number }): boolean {
  const { dhcpSnoopingDbInterval } = configuration.group(dhcpSnoopingConfig);
  return hasBackup(configuration) && leaseTime / 2 >= dhcpSnoopingDbInterval;
}
