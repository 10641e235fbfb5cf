import { masks } from '../port-mask.ts';
import { discard, type Stage, tagVid } from './passage.ts';

/** Acceptable frame type, VLAN, membership, blocked ports; a port that discards in the VLAN's instance drops. */
export const vlanFilter: Stage = (passage, { vlans }) => {
  const { representative } = passage.from;
  const { vlan } = passage;
  const admitted = tagVid(passage) === 0 ? representative.admitsUntagged : representative.admitsTagged;
  const open =
    admitted &&
    vlans.has(vlan) &&
    (!representative.ingressFiltering || vlans.isMember(vlan, representative)) &&
    !masks(vlans.blocked(vlan), representative) &&
    masks(vlans.learning(vlan), representative);
  return open || discard(passage);
};
