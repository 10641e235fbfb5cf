import { slot } from './slot.ts';

/**
 * The layout shown after login: 1 the Standard Mode's, 2 the Surveillance Mode's. The feature of that mode maintains
 * it.
 */
export const viewMode = slot<1 | 2>('viewMode', 1);
