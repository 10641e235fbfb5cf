import { describe, expect, it } from 'vitest';
import type { PortCounters } from '../../../datapath/datapath.ts';
import { startTestAgent } from '../../../tests/agent/test-agent.ts';
import { rateBetween } from './device-rates.ts';
import { curveOf, SPAN, withSample } from './samples.ts';

describe('rates', () => {
  const counters = (inOctets: bigint, outOctets: bigint) => ({ inOctets, outOctets }) as PortCounters;

  it('are the growth in bits per second', () => {
    expect(rateBetween(counters(0n, 100n), counters(1250n, 100n), 1000)).toEqual({ in: 10_000, out: 0 });
  });

  it('are unknown after a counter went back', () => {
    expect(rateBetween(counters(10n, 0n), counters(9n, 0n), 1000)).toBeUndefined();
  });
});

describe('the curve of a counter', () => {
  const sample = (at: number, figure: bigint) => ({ at, figures: new Map([[1, { figure }]]) });

  it('is its growth per second, with a gap where it was cleared', () => {
    const samples = [sample(0, 0n), sample(5000, 500n), sample(10_000, 20n), sample(12_000, 24n)];
    expect(curveOf(samples, 1, 'figure')).toEqual([null, 100, null, 2]);
  });

  it('forgets what is older than the chart shows', () => {
    const kept = withSample([sample(0, 1n), sample(1000, 2n)], sample(SPAN + 500, 3n));
    expect(kept.map(({ at }) => at)).toEqual([1000, SPAN + 500]);
  });
});

describe('clearing', () => {
  it('begins the counters of one port anew and says since when', async () => {
    const agent = await startTestAgent();
    try {
      const client = await agent.signedIn();
      agent.clock.advance(7_000);
      expect((await client.set('statisticsCtrl', { statisticsClear: 11 })).error.message).toContain(
        '0 or a port from 1 to 10',
      );
      expect((await client.set('statisticsCtrl', { statisticsClear: 2 })).error.code).toBe(0);
      expect(await client.read('ifXEntry', { ifIndex: 2 })).toMatchObject([
        { ifHCInOctets: '0', ifCounterDiscontinuityTime: 700 },
      ]);
      expect(await client.read('dot3StatsEntry', { dot3StatsIndex: 1 })).toMatchObject([
        { dot3StatsFCSErrors: '0', ifCounterDiscontinuityTime: 0 },
      ]);
    } finally {
      await agent.close();
    }
  });
});
