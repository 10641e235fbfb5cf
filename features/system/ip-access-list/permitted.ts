import { managementServices, type PermittedSource, type PermittedSources } from '../../../device/permitted-sources.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { ipAccessListCtrl, ipAccessListEntry } from './objects.ts';

/** A row as services and the guard see it. */
export function permittedSource(row: RowOf<typeof ipAccessListEntry>): PermittedSource {
  return {
    address: row.ipAccessAddr,
    prefix: row.ipAccessPrefixLength,
    services: managementServices.filter((_, bit) => (row.ipAccessServices & (1 << bit)) !== 0),
    ports: parsePortList(row.ipAccessPortList) ?? NO_PORTS,
  };
}

/** Sources that may manage the switch; undefined while any may. */
export function permittedSources(configuration: Configuration): PermittedSources {
  const isEnabled = configuration.group(ipAccessListCtrl).ipAccessListState === Status.enabled;
  return isEnabled ? configuration.rows(ipAccessListEntry).map(permittedSource) : undefined;
}
