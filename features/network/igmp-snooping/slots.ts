import { plannedSlot, slot } from '../../../device/slot.ts';
import { nothingSnooped, type SnoopingHandle } from '../snooping-slots.ts';

/** Where IGMP found groups and routers. */
export const igmpForwarding = plannedSlot('igmpForwarding', nothingSnooped, 'returns');

/** IGMP snooping while it runs. */
export const igmpSnoopingHandle = slot<SnoopingHandle | undefined>('igmpSnoopingHandle', undefined);
