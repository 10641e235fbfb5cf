import { plannedSlot, slot } from '../../../device/slot.ts';
import type { LoopPlace } from '../../../protocols/loop-detection/state.ts';

/** Ports blocked because of loops, for one VLAN or (0) for all. */
export const loopBlocks = plannedSlot<readonly LoopPlace[]>('loopBlocks', [], 'returns');

/** Recovers a port on an administrator's request. */
export const loopRecovery = slot<((port: number) => void) | undefined>('loopRecovery', undefined);
