import { expect, test } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { numbersOf } from './index-words.ts';

const number = integer({ label: 'Number', min: 1, max: 65_535 });
const read = (text: string) => numbersOf(number, { text } as Parameters<typeof numbersOf>[1]);

test('a word names up to 4,096 rows, each once, in order', () => {
  expect(read('7-9,3')).toEqual([3, 7, 8, 9]);
  expect(read('3-5,4-6')).toEqual([3, 4, 5, 6]);
  expect(read('1-4096')).toHaveLength(4096);
  expect(read('1-4097')).toBeUndefined();
  expect(read('1-2048,3001-5048')).toHaveLength(4096);
  expect(read('1-2048,3001-5049')).toBeUndefined();
});

test('a word with a number that no row can have, or the wrong way round, names none', () => {
  for (const text of ['0-4', '9-7', '65535-65536', '4', '1-', '1--2']) expect(read(text), text).toBeUndefined();
});
