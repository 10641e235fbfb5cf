import { expect, test } from 'vitest';
import { keptBegunSave } from './begun-save.ts';

const save = { user: 'admin', savedAt: 5, upTo: 7, count: 2, last: 9, former: 3 };

test('a save that was begun is read as it was written', () => {
  expect(keptBegunSave.read(JSON.parse(JSON.stringify(keptBegunSave.write(save))), 1)).toEqual(save);
});

test.each(['last', 'former'])('one without %s, by which the point is found, is none', (missing) => {
  expect(keptBegunSave.read({ ...save, [missing]: undefined }, 1)).toBeUndefined();
  expect(keptBegunSave.read({ ...save, [missing]: [] }, 1)).toBeUndefined();
});

test.each([null, 'save', []])('%o is none', (json) => {
  expect(keptBegunSave.read(json, 1)).toBeUndefined();
});
