import { slot } from '../../../device/slot.ts';
import type { Message } from '../../../model/values/message.ts';
import type { AutoConfigStatus } from './objects.ts';

/** State of auto configuration since the start. */
export interface AutoConfigState {
  readonly status: (typeof AutoConfigStatus)[keyof typeof AutoConfigStatus];
  readonly server: string;
  readonly file: string;
  /** Milliseconds since 1970 of the last step; undefined before the first. */
  readonly time: number | undefined;
  /** Why it failed; undefined where it did not. */
  readonly reason: Message | undefined;
}

/** Auto configuration of this start. */
export const autoConfigState = slot<AutoConfigState>('autoConfiguration', {
  status: 0,
  server: '',
  file: '',
  time: undefined,
  reason: undefined,
});
