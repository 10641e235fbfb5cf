import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import { discard, type Stage } from './passage.ts';

/** Drops what comes from a station that the port is closed for. */
export const authentication: Stage = (passage) => {
  const { stations } = passage.port;
  return stations === undefined || stations.has(macNumberAt(passage.frame, 6)) || discard(passage);
};
