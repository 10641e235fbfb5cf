/** The largest cost of a port with the costs of RSTP and MSTP (IEEE 802.1Q-2018 table 13-4). */
const LARGEST_COST = 200_000_000;

/** Costs of STP by the megabits per second that a link has at least (IEEE 802.1D-1998 table 8-5). */
const shortCosts: readonly (readonly [number, number])[] = [
  [10_000, 2],
  [2000, 3],
  [1000, 4],
  [100, 19],
  [10, 100],
];

/** The slowest link that there is a cost for. */
const SLOWEST_COST = 250;

/**
 * The cost of a port by its speed in megabits per second, that of a trunk being its members' together: 32 bits wide
 * (IEEE 802.1Q-2018 table 13-4), or the 16 of STP.
 */
export function automaticPathCost(megabits: number, width: 16 | 32): number {
  if (width === 32) return Math.min(LARGEST_COST, Math.max(1, Math.floor(20_000_000 / Math.max(megabits, 0.1))));
  return shortCosts.find(([least]) => megabits >= least)?.[1] ?? SLOWEST_COST;
}
