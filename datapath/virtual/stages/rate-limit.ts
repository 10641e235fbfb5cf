import { isBroadcast, isGroupDestination } from '../../../protocols/frames/ethernet.ts';
import type { SwitchPort } from '../switch-port.ts';
import type { Arrived, Stage } from './passage.ts';

/** Drops what is over the rate of the port, or of its broadcasts or multicasts. */
export const rateLimit: Stage = (passage) => {
  const { port, frame, weight, now } = passage;
  passage.weight = withinRates(port, frame, weight, now);
  return passage.weight > 0;
};

/** How many of `weight` like frames are within the rate of a port, and of its broadcasts or multicasts; the others are discarded. */
export function withinRates({ limits, tally }: SwitchPort, frame: Uint8Array, weight: number, now: number): number {
  let left = limits.ingressKilobits.admit(weight, frame.length, now);
  if (left > 0 && isGroupDestination(frame)) {
    left = (isBroadcast(frame) ? limits.broadcasts : limits.multicasts).admit(left, 1, now);
  }
  tally.running.inDiscards += weight - left;
  return left;
}

/** Whether any of a frame whose destination is not known is within its port's rate of those. */
export function admitUnknown(passage: Arrived): boolean {
  const { port, weight, now } = passage;
  passage.weight = port.limits.unknownUnicasts.admit(weight, 1, now);
  port.tally.running.inDiscards += weight - passage.weight;
  return passage.weight > 0;
}
