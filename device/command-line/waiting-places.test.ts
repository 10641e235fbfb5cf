import { beforeEach, describe, expect, test } from 'vitest';
import { WaitingPlaces } from './waiting-places.ts';

let places: WaitingPlaces<string>;
let gone: string[];

beforeEach(() => {
  gone = [];
  places = new WaitingPlaces((name) => gone.push(name));
});

const stranger = (source: string, isRested = true) => ({ source, isKnown: false, isRested });
/** `count` connections of as many sources as given, one after the other. */
function flood(count: number, sources: number, isRested = false, prefix = 'f'): boolean[] {
  return Array.from({ length: count }, (_, at) =>
    places.enter(`${prefix}${at}`, stranger(`${prefix}${at % sources}`, isRested)),
  );
}

describe('a connection that waits', () => {
  test.each([1, 26, 64, 200, 1000])('stays however many come of %i sources that try again and again', (sources) => {
    expect(places.enter('owner', stranger('owner'))).toBe(true);
    flood(5000, sources);
    expect(gone).not.toContain('owner');
  });

  test.each([1, 26, 64, 200, 1000])('finds a place after as many as that of %i sources', (sources) => {
    flood(5000, sources);
    expect(places.enter('owner', stranger('owner'))).toBe(true);
    flood(5000, sources, false, 'g');
    expect(gone).not.toContain('owner');
  });

  test.each([false, true])('of a source that signed in before is touched by no stranger (rested: %s)', (isRested) => {
    expect(places.enter('owner', { source: 'owner', isKnown: true, isRested: false })).toBe(true);
    flood(5000, 5000, isRested);
    expect(gone).not.toContain('owner');
    expect(places.enter('again', { source: 'owner', isKnown: true, isRested: false })).toBe(true);
  });

  test('is one of eight of its source at most', () => {
    flood(9, 1, true);
    expect(gone).toEqual(['f0']);
  });

  test('of those who try again and again finds none where only others wait', () => {
    flood(64, 64, true);
    expect(places.enter('late', stranger('late', false))).toBe(false);
    expect(gone).toEqual([]);
    places.leave('f7');
    expect(places.enter('late', stranger('late', false))).toBe(true);
  });

  test('leaves its place to a new source if its own tries again and again, however few it has', () => {
    flood(4, 1, false, 'busy');
    flood(60, 20, true, 'calm');
    flood(4, 4, true, 'new');
    expect(gone).toEqual(['busy0', 'busy1', 'busy2', 'busy3']);
  });

  test('leaves the larger source less where all are new', () => {
    expect(places.enter('owner', stranger('owner'))).toBe(true);
    flood(5000, 26, true);
    expect(gone).not.toContain('owner');
  });
});
