import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import { masks } from '../port-mask.ts';
import type { Tables } from '../tables.ts';
import { type Arrived, discard, type Stage } from './passage.ts';

/**
 * Learns the source unless it is the switch's own; a secured port lets in what is pinned to it instead. A port that only
 * learns drops afterwards.
 */
export const learning: Stage = (passage, tables) => {
  const { frame, vlan, from, now, weight, admitted } = passage;
  const { addresses, processor, vlans, secured } = tables;
  const source = macNumberAt(frame, 6);
  if (secured.has(from.number)) {
    if (!admitted && !addresses.hears(vlan, source, from.number, weight)) return refuse(passage, tables);
  } else if (!processor.isOwnRow(vlan, source)) addresses.learn(vlan, source, from.number, now);
  return masks(vlans.forwarding(vlan), from.representative) || discard(passage);
};

/** The agent decides on sources that a secured port does not know; what it is not given ends here. */
function refuse(passage: Arrived, { punts, processor, unknownSources }: Tables): boolean {
  const { port, from, frame, vlan, now, weight } = passage;
  unknownSources.add(port.number, weight);
  const punted = punts.match('learning', from.representative.number, vlan, frame, now);
  if (!punted?.admitted) return discard(passage);
  processor.punt({ kind: punted.kind, port: port.number, vlan, frame });
  return false;
}
