import { DAY_INTERVAL, DAY_SAMPLES, SAMPLE_INTERVAL, SAMPLES } from './sample-length.ts';

/** How far back a chart goes: milliseconds in all, and from one sample to the next. */
const periods = {
  minutes: { span: (SAMPLES - 1) * SAMPLE_INTERVAL * 1000, step: SAMPLE_INTERVAL * 1000 },
  day: { span: (DAY_SAMPLES - 1) * DAY_INTERVAL * 1000, step: DAY_INTERVAL * 1000 },
} as const;

/** The last five minutes, or the last 24 hours. */
export type Period = keyof typeof periods;

/** Milliseconds of history that a chart shows. */
export const spanOf = (period: Period): number => periods[period].span;

/** How fast a counter grew a second, oldest sample first; null where it was reset. */
export function growthOf(growth: string): readonly (number | null)[] {
  return growth.split(',').map((one) => (one === '' ? null : Number(one)));
}

/** When each of `count` samples was taken, in milliseconds, the last one at `end`. */
export function sampleTimes(count: number, end: number, period: Period): readonly number[] {
  return Array.from({ length: count }, (_, at) => end - (count - 1 - at) * periods[period].step);
}

/** Curves of a port: the growth of counters, and values calculated from it. */
export function curveOf(
  growth: ReadonlyMap<string, readonly (number | null)[]>,
  column: string,
  count: number,
  speed: number,
): readonly (number | null)[] {
  const still = Array.from({ length: count }, () => 0);
  const worked = measures[column];
  const counted = growth.get(worked?.counter ?? column) ?? still;
  return worked ? counted.map((value) => (value === null ? null : worked.of(value, speed))) : counted;
}

const bits = (octets: number) => octets * 8;
const load = (octets: number, speed: number) => (speed === 0 ? 0 : Math.min(100, bits(octets) / speed / 10_000));

/** The measured columns, by the counter that they are worked out of and a link's speed in Mbit/s. */
const measures: Readonly<Record<string, { counter: string; of(octets: number, speed: number): number }>> = {
  inRate: { counter: 'ifHCInOctets', of: bits },
  outRate: { counter: 'ifHCOutOctets', of: bits },
  inUtil: { counter: 'ifHCInOctets', of: load },
  outUtil: { counter: 'ifHCOutOctets', of: load },
};
