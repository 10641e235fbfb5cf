import { MARGIN } from './budgets.ts';
import { type Figure, median } from './table.ts';

/** Two works that are compared; each does the same number of things in a call. */
export interface Compared<Outcome = unknown> {
  readonly what: string;
  /** What the same has to cost at least, by nothing but the language or a plain library. */
  readonly floor: () => Outcome;
  readonly ours: () => Outcome;
  /** Things of one call of either. */
  readonly things: number;
  /** The ratio of ours to the floor that is promised. */
  readonly budget: number;
  /** Rounds that let the compiler finish with what they run through; 4 unless said otherwise. */
  readonly warming?: number;
}

/** What a comparison came to. */
export interface Ratio {
  readonly what: string;
  /** Nanoseconds of processor time a thing. */
  readonly floor: number;
  readonly ours: number;
  readonly ratio: number;
  readonly budget: number;
}

/**
 * Compares by processor time, in alternating pairs: whatever else the machine does weighs on both. The ratio is the median of the
 * pairs' ratios. `measure` says how many nanoseconds a work takes: of this process, unless something else runs.
 */
export async function ratioOf<Outcome>(
  { what, floor, ours, things, budget, warming = 4 }: Compared<Outcome>,
  rounds: number,
  measure: (work: () => Outcome) => Promise<number> = processorTime,
): Promise<Ratio> {
  const [floors, times, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < warming + rounds; round += 1) {
    const [bare, own] = [await measure(floor), await measure(ours)];
    if (round < warming) continue;
    floors.push(bare / things);
    times.push(own / things);
    ratios.push(own / bare);
  }
  return { what, floor: median(floors), ours: median(times), ratio: median(ratios), budget };
}

/** Nanoseconds of processor time that a work takes. */
async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

/** A comparison as a line of the table. */
export function ratioFigure({ what, floor, ours, ratio, budget }: Ratio): Figure {
  return {
    what,
    floor: duration(floor),
    measured: duration(ours),
    ratio: ratio.toFixed(2),
    budget: `≤ ${budget}`,
    holds: ratio <= budget,
  };
}

/** Nanoseconds as text. */
function duration(nanoseconds: number): string {
  return nanoseconds < 10_000 ? `${nanoseconds.toFixed(0)} ns` : `${(nanoseconds / 1000).toFixed(0)} µs`;
}

/** How often what is over its budget is measured. */
const ATTEMPTS = 3;

/**
 * Measures until each ratio was within its budget and `MARGIN` once; returns a line for each that never was: load of the machine does
 * not last through every attempt, a program that has become slow does.
 */
export async function overBudget(measure: () => Promise<readonly Ratio[]>): Promise<string[]> {
  let over: Ratio[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = (await measure()).filter(({ ratio, budget }) => ratio > budget * MARGIN);
    over = attempt === 0 ? found : found.filter(({ what }) => over.some((one) => one.what === what));
    if (over.length === 0) break;
  }
  return over.map(({ what, ratio, budget }) => `${what}: ${ratio.toFixed(1)} times its floor, budget ${budget}`);
}
