/** The figures of all ports at one moment. */
export interface Sample {
  /** Milliseconds since 1970, by the browser. */
  readonly at: number;
  /** A figure by port: a counter as bigint, a measured value as number. */
  readonly figures: ReadonlyMap<number, Readonly<Record<string, bigint | number>>>;
}

/** Milliseconds of history that a chart shows. */
export const SPAN = 300_000;

/** With `sample` added and what has become too old left out; an equal moment replaces the last one. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const kept = samples.filter(({ at }) => at > sample.at - SPAN && at < sample.at);
  return [...kept, sample];
}

/**
 * A curve: measured values as they are, counters as their growth per second. A counter that went backwards was cleared;
 * that sample is left out (null), and so is the first of a counter.
 */
export function curveOf(samples: readonly Sample[], port: number, figure: string): (number | null)[] {
  return samples.map((sample, position) => {
    const now = sample.figures.get(port)?.[figure];
    if (typeof now === 'number') return now;
    const before = samples[position - 1];
    const was = before?.figures.get(port)?.[figure];
    if (now === undefined || before === undefined || typeof was !== 'bigint' || now < was) return null;
    return (Number(now - was) * 1000) / (sample.at - before.at);
  });
}
