/**
 * Shapes of known attacks, in the order in which a packet is held against them (docs/specification/security.md, "Denial of
 * Service"). A packet of several counts as the first.
 */
export const attacks = [
  'land',
  'blat',
  'smurf',
  'tcpNullScan',
  'tcpXmasScan',
  'tcpSynFin',
  'tcpSynSrcPortLess1024',
  'pingOfDeath',
  'tcpTinyFragment',
] as const;

/** The name of a shape. */
export type Attack = (typeof attacks)[number];

/** Shapes that are recognized by the position of a fragment in its packet. */
export const fragmentAttacks: ReadonlySet<Attack> = new Set(['pingOfDeath', 'tcpTinyFragment']);
