import { plannedSlot } from '../../../device/slot.ts';
import type { PortList } from '../../../model/values/port-list.ts';

/** Ports that GVRP made tagged members, by VLAN; a trunk is its first member. Lists are never empty. */
export const dynamicMembers = plannedSlot<ReadonlyMap<number, PortList>>('dynamicMembers', new Map(), 'returns');
