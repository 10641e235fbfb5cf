import { masks } from '../port-mask.ts';
import { discard, type Stage, tagVid } from './passage.ts';

/**
 * Acceptable frame type, VLAN, what a multicast VLAN accepts, membership, blocked ports; a port that discards in the
 * VLAN's instance drops.
 */
export const vlanFilter: Stage = (passage, { vlans, streams }) => {
  const { representative } = passage.from;
  const { vlan } = passage;
  const admitted = tagVid(passage) === 0 ? representative.admitsUntagged : representative.admitsTagged;
  const open =
    admitted &&
    vlans.has(vlan) &&
    streams.letsIn(vlan, representative, passage.frame) &&
    (!representative.ingressFiltering || vlans.isMember(vlan, representative)) &&
    !masks(vlans.blocked(vlan), representative) &&
    masks(vlans.learning(vlan), representative);
  return open || discard(passage);
};
