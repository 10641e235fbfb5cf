import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import { hasPayloadTag } from '../../../protocols/frames/vlan-tag.ts';
import { isEapol, isToPortAccess } from '../../eapol-frame.ts';
import { classifyDestination } from '../reserved-address.ts';
import { discard, type Stage, tagVid } from './passage.ts';

/**
 * Drops what comes from a station that the port is closed for, what a guest sends to bridges or with a tag (a second one, too: it
 * would lead on from untagged members), and what a station sends into the VLAN of another one; EAPOL goes on to the next stage,
 * where it ends.
 */
export const authentication: Stage = (passage) => {
  const { port, frame } = passage;
  const { stations, isGuest } = port;
  if (isGuest) {
    const isForBridges = classifyDestination(frame) !== 'ordinary' || isEapol(frame);
    const isUntagged = tagVid(passage) === 0 && !hasPayloadTag(frame);
    return (isUntagged && (isToPortAccess(frame) || !isForBridges)) || discard(passage);
  }
  if (stations === undefined || isToPortAccess(frame)) return true;
  const station = stations.get(macNumberAt(frame, 6));
  if (station === undefined) return discard(passage);
  const vid = tagVid(passage);
  return !port.vlansOfStations.has(vid) || station.vlan === vid || discard(passage);
};
