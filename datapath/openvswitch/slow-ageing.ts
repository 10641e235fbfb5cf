import type { LearnedRow } from './learned-rows.ts';

/** The greatest age that Open vSwitch reports: it counts in 16 bits. */
const GREATEST_AGE = 0xffff - 1;

/** Ages of rows beyond what Open vSwitch can report: counted on from when a row was first seen at the maximum. */
export class SlowAgeing {
  /** When rows were first seen so old, in seconds, by FID and address. */
  #since = new Map<string, number>();

  /** The rows that nothing was heard of for `ageingTime` seconds, as they are at `now` (seconds). Rows not given are forgotten. */
  outdated(rows: readonly LearnedRow[], ageingTime: number, now: number): LearnedRow[] {
    const since = new Map<string, number>();
    const old = rows.filter((row) => {
      if (row.age < GREATEST_AGE) return row.age >= ageingTime;
      const key = `${row.fid},${row.address}`;
      const first = this.#since.get(key) ?? now;
      since.set(key, first);
      return GREATEST_AGE + now - first >= ageingTime;
    });
    this.#since = since;
    return old;
  }
}
