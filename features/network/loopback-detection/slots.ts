import { plannedSlot, slot } from '../../../device/slot.ts';
import type { LoopPlace } from '../../../protocols/loop-detection/state.ts';

/** Where loops are closed now: ports, for one VLAN or (0) for all. */
export const loopBlocks = plannedSlot<readonly LoopPlace[]>('loopBlocks', [], 'returns');

/** Who gives a port back to an administrator who asks for it. */
export const loopRecovery = slot<((port: number) => void) | undefined>('loopRecovery', undefined);
