import { discard, type Stage } from './passage.ts';

/** Gives the agent what it looks into: as a copy, or taken out until the agent lets it go on. */
export const inspection: Stage = (passage, { punts, processor }) => {
  const { port, from, frame, vlan, now } = passage;
  const punted = punts.match('inspection', from.representative.number, vlan, frame, now);
  if (!punted) return true;
  if (punted.admitted) {
    const given = passage.isPriorityFinal ? { priority: passage.priority } : {};
    processor.punt({ kind: punted.kind, port: port.number, vlan, frame, ...given });
  }
  if (punted.action === 'copy') return true;
  return punted.admitted ? false : discard(passage);
};
