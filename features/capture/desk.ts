import type { Caller } from '../../device/management.ts';
import { slot } from '../../device/slot.ts';
import type { CaptureRun } from './capture-run.ts';
import type { CaptureWanted } from './wanted.ts';

/** Who captures: one at a time. */
interface CaptureDesk {
  /** The capture under way, or the last one until it is discarded. */
  readonly present: CaptureRun | undefined;
  /** Begins one. Throws a `Refusal` while another one runs. */
  begin(wanted: CaptureWanted, caller: Caller): Promise<void>;
  stop(caller: Caller): void;
  discard(): void;
}

/** Who captures, while the agent runs. */
export const captureDesk = slot<CaptureDesk | undefined>('captureDesk', undefined);
