import type { RowOf } from '../model/schema/object.ts';
import { onceFor } from '../model/values/once-for.ts';
import { NO_PORTS, type PortList, parsePortList } from '../model/values/port-list.ts';
import type { dot1qVlanStaticEntry } from './network/vlan/static-vlan-objects.ts';

/** A VLAN's member, untagged and forbidden ports as sets; the same object for the same row. */
export const membershipOf = onceFor(
  (row: RowOf<typeof dot1qVlanStaticEntry>): Record<'members' | 'untagged' | 'forbidden', PortList> => ({
    members: parsePortList(row.dot1qVlanStaticEgressPorts) ?? NO_PORTS,
    untagged: parsePortList(row.dot1qVlanStaticUntaggedPorts) ?? NO_PORTS,
    forbidden: parsePortList(row.dot1qVlanForbiddenEgressPorts) ?? NO_PORTS,
  }),
);
