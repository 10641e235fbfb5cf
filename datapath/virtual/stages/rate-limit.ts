import { isBroadcast, isGroupDestination } from '../../../protocols/frames/ethernet.ts';
import { type Arrived, discard, type Stage } from './passage.ts';

/** Drops what is over the rate of the port, or of its broadcasts or multicasts. */
export const rateLimit: Stage = (passage) => {
  const { port, frame, now } = passage;
  keep(passage, port.limits.admit('ingressKilobits', passage.weight, frame.length, now));
  if (passage.weight > 0 && isGroupDestination(frame)) {
    keep(passage, port.limits.admit(isBroadcast(frame) ? 'broadcasts' : 'multicasts', passage.weight, 1, now));
  }
  return passage.weight > 0;
};

/** Whether any of a frame whose destination is not known is within its port's rate of those. */
export function admitUnknown(passage: Arrived): boolean {
  keep(passage, passage.port.limits.admit('unknownUnicasts', passage.weight, 1, passage.now));
  return passage.weight > 0;
}

/** Lets `admitted` of the like frames go on, and counts the others as discarded. */
function keep(passage: Arrived, admitted: number): void {
  const dropped = passage.weight - admitted;
  if (dropped === 0) return;
  passage.weight = dropped;
  discard(passage);
  passage.weight = admitted;
}
