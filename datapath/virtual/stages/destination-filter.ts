import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import { discard, type Stage } from './passage.ts';

/** Drops what goes to a filtered address. */
export const destinationFilter: Stage = (passage, { filtered }) => {
  const dropped = filtered.size > 0 && filtered.has(macNumberAt(passage.frame, 0));
  return !dropped || discard(passage);
};
