import { expect, test } from 'vitest';
import { RequestPlaces } from './request-places.ts';

const taken = (places: RequestPlaces, source: string, times: number) =>
  Array.from({ length: times }, () => places.enter(source)).filter((isIn) => isIn).length;

test('a manager that asks faster than it is answered leaves places to the others, and has its own back', () => {
  const places = new RequestPlaces();
  expect(taken(places, 'fast', 1_000)).toBe(48);
  expect(taken(places, 'other', 16)).toBe(16);
  expect(taken(places, 'third', 1)).toBe(0);
  places.leave('fast');
  expect(taken(places, 'fast', 2)).toBe(1);
  for (let request = 0; request < 16; request += 1) places.leave('other');
  expect(taken(places, 'third', 100)).toBe(16);
});
