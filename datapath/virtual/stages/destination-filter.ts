import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import type { Tables } from '../tables.ts';
import { discard, type Passage, type Stage } from './passage.ts';

/** Drops what goes to a filtered address. */
export const destinationFilter: Stage = (passage, tables) => !isFiltered(passage, tables) || discard(passage);

/** Whether a frame goes to a filtered address. */
export function isFiltered({ frame }: Passage, { filtered }: Tables): boolean {
  return filtered.size > 0 && filtered.has(macNumberAt(frame, 0));
}
