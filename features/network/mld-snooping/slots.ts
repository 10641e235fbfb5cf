import { plannedSlot, slot } from '../../../device/slot.ts';
import { nothingSnooped, type SnoopingHandle } from '../snooping-slots.ts';

/** Groups and routers learned by MLD. */
export const mldForwarding = plannedSlot('mldForwarding', nothingSnooped, 'returns');

/** MLD snooping while it runs. */
export const mldSnoopingHandle = slot<SnoopingHandle | undefined>('mldSnoopingHandle', undefined);
