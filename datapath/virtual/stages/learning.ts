import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import { masks } from '../port-mask.ts';
import { discard, type Stage } from './passage.ts';

/** Learns the source unless it is the switch's own; a port that only learns drops afterwards. */
export const learning: Stage = (passage, { addresses, processor, vlans }) => {
  const { frame, vlan, from, now } = passage;
  const source = macNumberAt(frame, 6);
  if (!processor.isOwnRow(vlan, source)) addresses.learn(vlan, source, from.number, now);
  return masks(vlans.forwarding(vlan), from.representative) || discard(passage);
};
