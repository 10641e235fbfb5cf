import type { Caller } from '../../../device/management.ts';
import { slot } from '../../../device/slot.ts';

/** A bundle that somebody afar wants to be started. */
export interface BundleFromAfar {
  readonly caller: Caller;
  /** Gives its octets, all that it may have of them. Rejects where they do not come. */
  fetch(): Promise<AsyncIterable<Uint8Array>>;
}

/** Takes such a bundle to its end, which is a restart; rejects with a `Refusal`. Undefined while no cloud manages the switch. */
export const firmwareFromAfar = slot<((bundle: BundleFromAfar) => Promise<void>) | undefined>(
  'firmwareFromAfar',
  undefined,
);
