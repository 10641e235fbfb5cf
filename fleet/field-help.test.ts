import { expect, test } from 'vitest';
import { silentFields } from '../tests/silent-fields.ts';
import { fleetFeatures } from './features.ts';

test('every field of the fleet says what it does or shows, unless its label says it all', () => {
  const objects = fleetFeatures.flatMap(({ answers }) => answers.map(({ object }) => object));
  expect(silentFields(objects)).toEqual({ set: [], read: [] });
});
