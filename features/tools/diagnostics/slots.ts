import type { CablePair } from '../../../datapath/datapath.ts';
import { slot } from '../../../device/slot.ts';
import type { Message } from '../../../model/values/message.ts';
import type { CableTestStatus } from './objects.ts';

/** Result for the cable of a port. */
export interface TestedPort {
  readonly status: (typeof CableTestStatus)[keyof typeof CableTestStatus];
  readonly pairs: readonly CablePair[];
  readonly wasUp: boolean;
  /** Milliseconds since 1970, by the device's clock. */
  readonly time: number;
  /** Why it failed; undefined where it did not. */
  readonly reason: Message | undefined;
}

/** Results of cable tests, by port. */
export const tested = slot<ReadonlyMap<number, TestedPort>>('cableTests', new Map());
