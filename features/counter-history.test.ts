import { describe, expect, it } from 'vitest';
import type { PortCounters } from '../datapath/datapath.ts';
import { CounterHistory } from './counter-history.ts';
import { SAMPLES } from './sample-length.ts';

const counters = (inOctets: bigint, outOctets: bigint, fcsErrors = 0n) =>
  ({ inOctets, outOctets, fcsErrors }) as PortCounters;

const reading = (at: number, ...ports: readonly PortCounters[]) => ({
  at,
  counters: new Map(ports.map((port, place) => [place + 1, port])),
});

describe('the history of the ports’ counters', () => {
  it('is their growth a second, sample by sample', () => {
    const history = new CounterHistory();
    history.add(reading(0, counters(100n, 50n), counters(0n, 0n)));
    expect(history.samples).toEqual([]);
    history.add(reading(2000, counters(350n, 50n), counters(0n, 0n)));
    history.add(reading(3000, counters(350n, 51n), counters(0n, 0n, 7n)));
    expect(history.samples).toEqual([
      { sequence: 1, at: 2000 },
      { sequence: 2, at: 3000 },
    ]);
    expect(history.growth(1, 'inOctets')).toEqual([125, 0]);
    expect(history.growth(1, 'outOctets')).toEqual([0, 1]);
    expect(history.growth(2, 'fcsErrors')).toEqual([0, 7]);
    expect(history.latestGrowth(2, 'fcsErrors')).toBe(7);
    expect(history.latestGrowth(1, 'inOctets')).toBe(0);
    // Counters that never moved take no memory.
    expect([history.moved(1), history.moved(2)]).toEqual([['inOctets', 'outOctets'], ['fcsErrors']]);
  });

  it('does not tell what a port that was reset grew by, and goes on with the next sample', () => {
    const history = new CounterHistory();
    history.add(reading(0, counters(100n, 5000n)));
    history.add(reading(1000, counters(200n, 10n)));
    history.add(reading(2000, counters(300n, 10n)));
    expect(history.growth(1, 'inOctets')).toEqual([Number.NaN, 100]);
    expect(history.growth(1, 'outOctets')).toEqual([Number.NaN, 0]);
  });

  it('begins anew after an interruption, and takes no sample without time', () => {
    const history = new CounterHistory();
    history.add(reading(0, counters(0n, 0n)));
    history.add(reading(0, counters(9n, 0n)));
    history.interrupt();
    history.add(reading(5000, counters(1000n, 0n)));
    expect(history.samples).toEqual([]);
    history.add(reading(10_000, counters(1500n, 0n)));
    expect(history.growth(1, 'inOctets')).toEqual([100]);
  });

  it('holds the last samples and no more, whichever counters moved in them', () => {
    const history = new CounterHistory();
    for (let at = 0; at <= SAMPLES + 5; at += 1)
      history.add(reading(at * 1000, counters(BigInt(at), at < 10 ? 0n : 8n)));
    expect(history.samples).toHaveLength(SAMPLES);
    expect(history.samples[0]?.sequence).toBe(6);
    expect(history.growth(1, 'inOctets')).toEqual(Array.from({ length: SAMPLES }, () => 1));
    expect(history.growth(1, 'outOctets').filter((growth) => growth !== 0)).toEqual([8]);
  });
});
