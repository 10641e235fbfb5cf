import { MINIMUM_LENGTH } from '../../../protocols/frames/ethernet.ts';
import { countIn, mirror } from './egress-rate.ts';
import type { Arrived, Stage } from './passage.ts';

/** Port on, link up, length within bounds; counts the frame and takes the copies as received, for mirrors and a capture. */
export const link: Stage = (passage, tables) => {
  const { port, frame, weight, now } = passage;
  if (!port.isUp || !isWhole(passage)) return false;
  countIn(port, frame, weight);
  mirror(port.ingressMirrors, frame, weight, now, tables.mirrorDrops);
  port.tap?.received?.offer(port, frame, weight, now);
  return true;
};

/** Counts a frame that is too short or too long as an error. */
function isWhole({ port, frame, control, weight }: Arrived): boolean {
  const length = control < 0 ? frame.length : frame.length - 4;
  const short = frame.length < MINIMUM_LENGTH;
  if (!short && length <= port.maximumLength) return true;
  const tally = port.tally.running;
  tally.inErrors += weight;
  if (short) tally.undersize += weight;
  else tally.oversize += weight;
  return false;
}
