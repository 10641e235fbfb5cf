import { putMac, putUint16, uint16At } from '../../protocols/frames/addresses.ts';
import { MINIMUM_LENGTH } from '../../protocols/frames/ethernet.ts';

const MAC_CONTROL = 0x8808;
const PAUSE = 1;
const LONGEST = 0xffff;

/** Whether a MAC control frame asks for a pause (IEEE 802.3 clause 31B). */
export function isPauseRequest(frame: Uint8Array): boolean {
  return uint16At(frame, 12) === MAC_CONTROL && uint16At(frame, 14) === PAUSE;
}

/** How long a pause request asks for, in units of 512 bit times. */
export function pauseQuanta(frame: Uint8Array): number {
  return uint16At(frame, 16);
}

/** A request for the longest pause that one frame can ask for. */
export function pauseFrame(): Uint8Array {
  const frame = new Uint8Array(MINIMUM_LENGTH);
  putMac(frame, 0, '01-80-C2-00-00-01');
  putMac(frame, 6, '02-00-00-00-00-00');
  putUint16(frame, 12, MAC_CONTROL);
  putUint16(frame, 14, PAUSE);
  putUint16(frame, 16, LONGEST);
  return frame;
}
