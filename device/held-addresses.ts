import type { AccessAddress } from './access-plan.ts';
import { plannedSlot } from './slot.ts';

/**
 * The addresses of the switch before the change that waits to be confirmed, empty while none waits. The switch answers at
 * those that the change takes away until it is decided, so that a browser there learns the new address. A connection to one of them
 * confirms nothing.
 */
export const heldAddresses = plannedSlot<readonly AccessAddress[]>('heldAddresses', [], 'lost');
