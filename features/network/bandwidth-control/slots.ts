import { slot } from '../../../device/slot.ts';
import type { StormPlace } from './storms.ts';

/** Places of present storms. */
export const storms = slot<readonly StormPlace[]>('storms', []);
