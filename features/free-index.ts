/** The first number from 1 on that no row of a table has; undefined where there are as many as there may be. */
export function freeIndex(taken: Iterable<number>, maximum: number): number | undefined {
  const present = new Set(taken);
  if (present.size >= maximum) return undefined;
  let free = 1;
  while (present.has(free)) free += 1;
  return free;
}
