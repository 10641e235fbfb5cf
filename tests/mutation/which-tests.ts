/** A test, or, without `id`, a file for what it does beside its tests. */
export interface Unit {
  readonly path: string;
  readonly id?: string;
  /** Milliseconds that it takes. */
  readonly ms: number;
}

/**
 * The tests to run for a mutant that these units reach, by file: the fastest first, and no more once they take `budget` milliseconds
 * together. One that is reached beside the tests of a file is a matter of all of them.
 */
export function testsFor(reaching: readonly Unit[], all: readonly Unit[], budget: number): Map<string, string[]> {
  const beside = new Set(reaching.filter(({ id }) => id === undefined).map(({ path }) => path));
  const single = reaching.filter(({ path, id }) => id !== undefined && !beside.has(path));
  const whole = all.filter(({ path, id }) => id !== undefined && beside.has(path));
  const chosen = new Map<string, string[]>();
  let spent = 0;
  for (const { path, id, ms } of [...single, ...whole].toSorted((one, other) => one.ms - other.ms)) {
    if (id === undefined || (spent > 0 && spent + ms > budget)) continue;
    spent += ms;
    chosen.set(path, [...(chosen.get(path) ?? []), id]);
  }
  return chosen;
}
