import { expect, test, vi } from 'vitest';
import { integer } from './kinds/integer.ts';
import { repeatedReading } from './repeated-reading.ts';

test('a value is read once for all rows in a row that have it, and each other one as its field says', () => {
  const field = integer({ label: 'Age', min: 1, max: 9 });
  const reads = vi.fn(field.read);
  const read = repeatedReading({ ...field, read: reads });
  expect(['4', '4', '4', 10, 10, undefined, undefined, '4'].map((value) => read(value).ok)).toEqual([
    ...[true, true, true, false, false, false, false, true],
  ]);
  expect(read('4')).toEqual({ ok: true, value: 4 });
  expect(reads.mock.calls.map(([value]) => value)).toEqual(['4', 10, undefined, '4']);
});
