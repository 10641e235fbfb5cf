import { plannedSlot, slot } from '../../../device/slot.ts';
import type { SecureEntry } from '../../../protocols/port-security/state.ts';
import type { ViolationCounts } from './violation-counts.ts';

/** The addresses that ports accept now, by `placeKey`. */
export const secureEntries = plannedSlot<ReadonlyMap<string, SecureEntry>>('secureEntries', new Map(), 'lost');

/** Counts violations and releases addresses; undefined while no port is secured. */
export const portSecurityDesk = slot<PortSecurityDesk | undefined>('portSecurityDesk', undefined);

interface PortSecurityDesk {
  readonly counts: ViolationCounts;
  /** Milliseconds of the clock that entries are dated by. */
  now(): number;
  /** Clears learned addresses: of a port, one address, all. */
  clear(selection: { readonly port?: number; readonly address?: string }): void;
}
