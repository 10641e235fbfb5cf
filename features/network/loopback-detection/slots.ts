import { slot } from '../../../device/slot.ts';
import type { LoopPlace } from '../../../protocols/loop-detection/state.ts';

/** Where loops are closed now: ports, for one VLAN or (0) for all. */
export const loopBlocks = slot<readonly LoopPlace[]>('loopBlocks', []);

/** Ports that an administrator wants back; the service takes them out. */
export const portsToRecover = slot<ReadonlySet<number>>('portsToRecover', new Set());
