import { slot } from '../../../device/slot.ts';
import type { StormPlace } from './storms.ts';

/** Where it storms now. */
export const storms = slot<readonly StormPlace[]>('storms', []);
