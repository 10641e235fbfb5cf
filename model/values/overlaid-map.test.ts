import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedKeys, forEachChanged, mappedBy, withValue } from './overlaid-map.ts';

const SIZE = 300;
const many = (): ReadonlyMap<number, { readonly value: number }> =>
  new Map(Array.from({ length: SIZE }, (_, key) => [key, { value: key }]));

test('a map of any size whose values are replaced again and again holds what a copy would hold', () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: SIZE - 1 }), fc.nat()), { maxLength: 200 });
  fc.assert(
    fc.property(fc.constantFrom(5, SIZE), steps, (size, replaced) => {
      const begin = new Map([...many()].slice(0, size));
      const copy = new Map(begin);
      let map: ReadonlyMap<number, { readonly value: number }> = begin;
      for (const [at, value] of replaced) {
        const former = map;
        const kept = [...former];
        map = withValue(map, at % size, { value });
        copy.set(at % size, { value });
        expect([...former]).toEqual(kept);
      }
      expect([...map]).toEqual([...copy]);
      expect([...map.keys(), ...map.values()]).toEqual([...copy.keys(), ...copy.values()]);
      const each: unknown[] = [];
      map.forEach((value, key) => {
        each.push([key, value]);
      });
      expect(each).toEqual([...copy]);
      expect([map.size, map.has(4), map.has(SIZE), map.get(4)]).toEqual([size, true, false, copy.get(4)]);
    }),
  );
});

test('the keys that differ are known of maps that come of one another, and of no others', () => {
  const first = many();
  const second = withValue(first, 7, { value: 70 });
  const third = withValue(second, 8, { value: 80 });
  expect(changedKeys(first, third)).toEqual([7, 8]);
  expect(changedKeys(third, second)).toEqual([7, 8]);
  expect(changedKeys(third, third)).toEqual([]);
  expect(changedKeys(many(), third)).toBeUndefined();
  const seen: unknown[] = [];
  forEachChanged(second, third, (value, key) => seen.push([key, value]));
  expect(seen).toContainEqual([8, { value: 80 }]);
  expect(seen.length).toBeLessThan(3);
});

test('of thousands of entries one that is replaced is mapped alone, and what comes of it is known to differ there', () => {
  let mapped = 0;
  const doubled = mappedBy(({ value }: { readonly value: number }, key: number) => {
    mapped += 1;
    return [String(key), { twice: 2 * value }];
  });
  const first = many();
  const before = doubled(first);
  mapped = 0;
  const after = doubled(withValue(first, 7, { value: 70 }));
  expect(mapped).toBe(1);
  expect(after.get('7')).toEqual({ twice: 140 });
  expect(after.get('8')).toBe(before.get('8'));
  expect(changedKeys(before, after)).toEqual(['7']);
});
