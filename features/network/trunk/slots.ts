import { plannedSlot, slot } from '../../../device/slot.ts';
import type { LacpState } from '../../../protocols/lacp/state.ts';
import type { TrunkView } from '../../../protocols/lacp/trunk-view.ts';

/** The kind of the frames of slow protocols. */
export const SLOW_FRAMES = 'slowProtocols';

/** How the members of each LACP trunk stand, by bridge port. */
export const trunkViews = plannedSlot<ReadonlyMap<number, TrunkView>>('trunkViews', new Map(), 'returns');

/** Who knows what LACP knows of each port. */
export const lacpReader = slot<(() => LacpState) | undefined>('lacpReader', undefined);
