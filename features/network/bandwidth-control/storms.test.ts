import { describe, expect, it } from 'vitest';
import type { RateDrops } from '../../../datapath/datapath.ts';
import { placesAt, type StormWatch, stormsIn, watchStorms } from './storms.ts';

const places = placesAt(3, (kind) => kind !== 'multicasts');
const SECOND = 1000;

/** Drops of two limits of port 3. */
function drops(broadcasts: number, unknownUnicasts = 0): ReadonlyMap<number, RateDrops> {
  const of = { ingressKilobits: 7n, multicasts: 9n };
  return new Map([[3, { ...of, broadcasts: BigInt(broadcasts), unknownUnicasts: BigInt(unknownUnicasts) }]]);
}

/** Looks at the counts one after another, a second apart; returns what was reported, as "second kind of frames". */
function watched(counts: readonly (readonly [number, number?])[]): { told: string[]; watch: StormWatch } {
  let watch: StormWatch = new Map();
  const told = counts.flatMap(([broadcasts, unknown], second) => {
    const step = watchStorms(watch, drops(broadcasts, unknown), places, second * SECOND);
    watch = step.watch;
    return step.news.map(({ place, kind, dropped }) => `${second} ${place.kind} ${kind} ${dropped}`);
  });
  return { told, watch };
}

const again = (count: number, times: number) => Array.from({ length: times }, (): [number] => [count]);

describe('a storm', () => {
  it('begins with the first drop that is seen, and ends after five calm seconds', () => {
    expect(watched([...again(5, 3), [6], [90], ...again(100, 7)]).told).toEqual([
      '3 broadcasts began 0',
      '10 broadcasts ended 95',
    ]);
  });

  it('is not what was dropped before anybody looked', () => {
    expect(watched(again(100, 10)).told).toEqual([]);
  });

  it('of each kind is told for itself', () => {
    expect(
      watched([
        [0, 0],
        [1, 0],
        [2, 1],
      ]).told,
    ).toEqual(['1 broadcasts began 0', '2 unknownUnicasts began 0']);
  });

  it('that pauses is one storm', () => {
    expect(watched([[0], [1], ...again(1, 4), [2], ...again(2, 6)]).told).toEqual([
      '1 broadcasts began 0',
      '11 broadcasts ended 2',
    ]);
  });

  it('that begins again within a minute is seen, but not told', () => {
    const restless = [[0], [1], ...again(1, 10), [2]] as [number][];
    const { told, watch } = watched(restless);
    expect(told).toEqual(['1 broadcasts began 0', '6 broadcasts ended 1']);
    expect(stormsIn(watch)).toEqual([{ port: 3, kind: 'broadcasts' }]);
    expect(watched([...restless, ...again(2, 50), [3]]).told.slice(2)).toEqual(['63 broadcasts began 0']);
    const toldAfter = (seconds: number) => watched([[0], [1], ...again(1, seconds - 1), [2]]).told.slice(2);
    expect([toldAfter(59), toldAfter(60)]).toEqual([[], ['61 broadcasts began 0']]);
  });

  it('counts what it lost itself, not what one before it lost', () => {
    const { told } = watched([[0], [7], ...again(7, 70), [8], [10], ...again(10, 6)]);
    expect(told.slice(2)).toEqual(['72 broadcasts began 0', '78 broadcasts ended 3']);
  });

  it('ends where nothing is limited any more', () => {
    const { watch } = watched([[0], [4]]);
    const { news, watch: after } = watchStorms(watch, new Map(), [], 2 * SECOND);
    expect(news).toMatchObject([{ kind: 'ended', dropped: 4n }]);
    expect(stormsIn(after)).toEqual([]);
  });
});
