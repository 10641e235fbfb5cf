import type { CapturePlan } from '../../datapath/capture.ts';
import { plannedSlot } from '../../device/slot.ts';

/** The frames that the datapath copies; a restart ends that. */
export const capturePlan = plannedSlot<CapturePlan | undefined>('capturePlan', undefined, 'lost', () => undefined);
