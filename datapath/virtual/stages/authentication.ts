import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import { classifyDestination } from '../reserved-address.ts';
import { discard, type Stage } from './passage.ts';

/** Drops what comes from a station that the port is closed for; EAPOL goes on to the next stage, where it ends. */
export const authentication: Stage = (passage) => {
  const { port, frame } = passage;
  const { stations } = port;
  if (stations === undefined || stations.has(macNumberAt(frame, 6))) return true;
  return classifyDestination(frame) === 'eapol' || discard(passage);
};
