/** One interval of a port's history. */
export interface Bucket<Counts> {
  /** The number of the interval since the history began, from 1 (RFC 2819 etherHistorySampleIndex). */
  readonly sample: number;
  /** When it began, in hundredths of a second after the start of the switch. */
  readonly start: number;
  readonly counts: Counts;
}

/** With a bucket more; the oldest ones go where there are more than were granted. */
export function withBucket<Counts>(
  buckets: readonly Bucket<Counts>[],
  granted: number,
  start: number,
  counts: Counts,
): readonly Bucket<Counts>[] {
  const sample = ((buckets.at(-1)?.sample ?? 0) % 0x7f_ff_ff_ff) + 1;
  return [...buckets.slice(Math.max(0, buckets.length - granted + 1)), { sample, start, counts }];
}

/** Octets of preamble and gap that go with each packet on the line (IEEE 802.3: 64 and 96 bit). */
const OVERHEAD = 20;

/**
 * How busy the line was, in hundredths of a percent from 0 to 10,000 (RFC 2819 etherHistoryUtilization, whose formula is for
 * 10 Mbit/s).
 *
 * @param seconds of the interval.
 * @param speed in megabits per second; 0 without a link.
 */
export function utilization(octets: number, packets: number, seconds: number, speed: number): number {
  const capacity = speed * 1_000_000 * seconds;
  if (capacity <= 0) return 0;
  return Math.min(10_000, Math.round((((octets + packets * OVERHEAD) * 8) / capacity) * 10_000));
}
