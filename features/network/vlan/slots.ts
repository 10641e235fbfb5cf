import { slot } from '../../../device/slot.ts';
import type { PortList } from '../../../model/values/port-list.ts';

/** Ports that GVRP made tagged members, by VLAN; a trunk is its first member. Lists are never empty. */
export const dynamicMembers = slot<ReadonlyMap<number, PortList>>('dynamicMembers', new Map());

/** The VLAN that each port was assigned to when it was authenticated, where there is one. */
export const assignedVlans = slot<ReadonlyMap<number, number>>('assignedVlans', new Map());
