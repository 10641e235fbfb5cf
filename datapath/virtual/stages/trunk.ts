import { discard, type Stage } from './passage.ts';

/** From here a member's frames are the trunk's; a member that does not collect drops them. */
export const trunk: Stage = (passage) => passage.from.collects(passage.port) || discard(passage);
