import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import { masks } from '../port-mask.ts';
import type { Tables } from '../tables.ts';
import { type Arrived, discard, type Stage } from './passage.ts';

/**
 * Learns the source unless it is the switch's own; a secured port instead accepts only sources pinned to it, which no
 * other port accepts. A port that only learns drops afterwards.
 */
export const learning: Stage = (passage, tables) => {
  const { frame, vlan, from, now, weight, admitted } = passage;
  const { addresses, processor, vlans, secured } = tables;
  const source = macNumberAt(frame, 6);
  if (secured.has(from.number)) {
    if (!admitted && !addresses.hears(vlan, source, from.number, weight)) {
      tables.unknownSources.add(passage.port.number, weight);
      return refuse(passage, tables);
    }
  } else if (!admitted && secured.size > 0 && isSecureElsewhere(passage, source, tables))
    return refuse(passage, tables);
  else if (!processor.isOwnRow(vlan, source)) addresses.learn(vlan, source, from.number, now);
  return masks(vlans.forwarding(vlan), from.representative) || discard(passage);
};

function isSecureElsewhere({ vlan, from }: Arrived, source: number, { addresses, secured }: Tables): boolean {
  const port = addresses.pinnedTo(vlan, source);
  return port !== from.number && secured.has(port);
}

/** The agent decides on sources that the port does not accept; frames that it is not given end here. */
function refuse(passage: Arrived, { punts, processor }: Tables): boolean {
  const { port, from, frame, vlan, now } = passage;
  const punted = punts.match('learning', from.representative.number, vlan, frame, now);
  if (!punted?.admitted) return discard(passage);
  processor.punt({ kind: punted.kind, port: port.number, vlan, frame });
  return false;
}
