import { plannedSlot, slot } from '../../../device/slot.ts';
import { nothingSnooped, type SnoopingHandle } from '../snooping-slots.ts';

/** Groups and routers learned by IGMP. */
export const igmpForwarding = plannedSlot('igmpForwarding', nothingSnooped, 'returns');

/** IGMP snooping while it runs. */
export const igmpSnoopingHandle = slot<SnoopingHandle | undefined>('igmpSnoopingHandle', undefined);
