import { slot } from '../../../device/slot.ts';
import type { Vigil } from './vigil.ts';

/** State of a monitored device. */
export interface AliveRecord {
  readonly phase: Vigil['phase'];
  readonly resets: number;
  /** Milliseconds since 1970 by the device's clock; undefined where it never failed. */
  readonly lastFailure: number | undefined;
}

/** By port. */
export const aliveRecords = slot<ReadonlyMap<number, AliveRecord>>('pdAlive', new Map());
