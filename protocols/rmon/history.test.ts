import { describe, expect, it } from 'vitest';
import { type Bucket, utilization, withBucket } from './history.ts';

describe('a history', () => {
  it('keeps as many samples as were granted, and counts them on', () => {
    let buckets: readonly Bucket<string>[] = [];
    for (const counts of ['a', 'b', 'c']) buckets = withBucket(buckets, 2, 7, counts);
    expect(buckets).toEqual([
      { sample: 2, start: 7, counts: 'b' },
      { sample: 3, start: 7, counts: 'c' },
    ]);
    expect(withBucket(buckets, 1, 9, 'd')).toEqual([{ sample: 4, start: 9, counts: 'd' }]);
    expect(withBucket([], 50, 0, 'e')).toEqual([{ sample: 1, start: 0, counts: 'e' }]);
  });

  it('numbers anew behind the largest number', () => {
    expect(withBucket([{ sample: 2 ** 31 - 1, start: 0, counts: '' }], 2, 0, '').at(-1)?.sample).toBe(1);
  });
});

describe('utilization', () => {
  it('is what the line was busy with, gaps and preambles included, in hundredths of a percent', () => {
    // RFC 2819: 8,000 octets in 10 packets on 10 Mbit/s in a second are (10 × 16 + 8,000 × 0.8) / 10,000 percent.
    expect(utilization(8000, 10, 1, 10)).toBe(66);
    expect(utilization(125_000_000, 0, 1, 1000)).toBe(10_000);
    expect(utilization(10 ** 12, 0, 1, 1000)).toBe(10_000);
    expect(utilization(100, 1, 1, 0)).toBe(0);
    expect(utilization(100, 1, 0, 1000)).toBe(0);
  });
});
