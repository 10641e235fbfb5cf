import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import { tagOf } from '../../../protocols/frames/vlan-tag.ts';
import { isEapol, isToPortAccess } from '../../eapol-frame.ts';
import { classifyDestination } from '../reserved-address.ts';
import type { SwitchPort } from '../switch-port.ts';
import type { Tables } from '../tables.ts';
import { discard, type Stage } from './passage.ts';

/** Gives control frames to the agent; what no bridge forwards ends here in any case. */
export const control: Stage = (passage, tables) => {
  const { port, frame, now } = passage;
  // The stage before has dropped what else a guest sends to bridges.
  if (port.isGuest && !isToPortAccess(frame)) return true;
  const isOrdinary = classifyDestination(frame) === 'ordinary' && !isEapol(frame);
  const reserved = !isOrdinary && isReserved(port, frame, tables);
  if (!reserved && !isOrdinary) return true;
  const punted = tables.punts.match('control', port.number, tagOf(frame)?.vid, frame, now);
  if (punted?.admitted) tables.processor.punt({ kind: punted.kind, port: port.number, vlan: undefined, frame });
  const ends = reserved || punted?.action === 'take';
  if (!ends) return true;
  return punted?.admitted ? false : discard(passage);
};

/**
 * Whether a bridge never forwards what arrives at `port`, by its destination or since it is EAPOL; some of these may be let pass.
 */
export function isReserved(port: SwitchPort, frame: Uint8Array, { passed }: Pick<Tables, 'passed'>): boolean {
  const kind = classifyDestination(frame);
  if ((kind === 'ordinary' && !isEapol(frame)) || passed.has(macNumberAt(frame, 0))) return false;
  const ofPortAccess = kind === 'eapol' || kind === 'ordinary';
  return !((kind === 'bpdu' && port.plan?.bpduPass) || (ofPortAccess && port.plan?.eapPass));
}
