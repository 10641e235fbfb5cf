import { isGroupSource } from '../../../protocols/frames/ethernet.ts';
import { hasHiddenTag } from '../../../protocols/frames/vlan-tag.ts';
import { isPauseRequest, pauseQuanta } from '../pause.ts';
import { classifyDestination } from '../reserved-address.ts';
import { discard, type Stage, tagVid } from './passage.ts';

const RESERVED_VID = 4095;

/** Drops what no station may send; a request to pause ends here, obeyed where the port has flow control. */
export const sanity: Stage = (passage) => {
  const { port, frame, now } = passage;
  if (port.isMirrorTarget || isGroupSource(frame) || tagVid(passage) === RESERVED_VID) return discard(passage);
  if (hasHiddenTag(frame)) return discard(passage);
  if (classifyDestination(frame) !== 'pause') return true;
  if (port.plan?.flowControl && isPauseRequest(frame)) port.pause(pauseQuanta(frame), now);
  return false;
};
