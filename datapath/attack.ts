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

/** Those that are told by where a fragment lies in its packet. */
export const fragmentAttacks: ReadonlySet<Attack> = new Set(['pingOfDeath', 'tcpTinyFragment']);
