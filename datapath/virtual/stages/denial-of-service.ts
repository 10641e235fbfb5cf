import { discard, type Stage } from './passage.ts';

/** Drops packets of the shapes of attacks. */
export const denialOfService: Stage = (passage, { attacks }) =>
  !attacks.denies(passage.frame, passage.weight) || discard(passage);
