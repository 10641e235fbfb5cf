import { slot } from '../../../device/slot.ts';

/** Ports that the switch itself has taken down, until they are disabled and enabled again. */
export const errDisabledPorts = slot<ReadonlySet<number>>('errDisabledPorts', new Set());
