import { slot } from './slot.ts';

/** Which layout whoever signs in is shown: 1 the Standard Mode's, 2 the Surveillance Mode's. The feature of that mode keeps it. */
export const viewMode = slot<1 | 2>('viewMode', 1);
