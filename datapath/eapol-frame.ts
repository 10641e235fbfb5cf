import { macNumberAt, macToNumber, uint16At } from '../protocols/frames/addresses.ts';
import { innerTypePlaceOf } from '../protocols/frames/carried-packet.ts';
import { EtherType } from '../protocols/frames/ethernet.ts';

const PAE_GROUP = macToNumber('01-80-C2-00-00-03');

/** Whether a frame goes to the port access entities of its link (IEEE 802.1X-2004 7.8). */
export function isToPortAccess(frame: Uint8Array): boolean {
  return macNumberAt(frame, 0) === PAE_GROUP;
}

/** Whether a frame belongs to port access control: by its group, or as EAPOL wherever it goes, behind up to two tags. */
export function isEapol(frame: Uint8Array): boolean {
  return isToPortAccess(frame) || uint16At(frame, innerTypePlaceOf(frame)) === EtherType.eapol;
}
