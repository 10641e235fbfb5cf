import { expect, test } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { isAsWritten, keptColumns } from './kept-columns.ts';

const rows = table('rows', {
  title: 'Row',
  index: { id: integer({ label: 'ID', min: 1, max: 9 }) },
  columns: {
    name: text({ label: 'Name', maxLength: 8 }),
    age: integer({ label: 'Age', min: 1, max: 99, default: 0 }),
    seen: integer({ label: 'Seen', min: 0, max: 9, access: 'ro' }),
    key: secret({ label: 'Key', minLength: 8, maxLength: 16 }),
  },
  rows: { max: 9 },
});

const written = { id: 1, name: 'a', age: 7, key: 'x' };

test.each([
  ['is what is written', written, true],
  ['has a default, which needs no proof', { ...written, age: 0 }, true],
  ['has a column too few', { id: 1, name: 'a', age: 7 }, false],
  ['has a column that is not kept', { ...written, seen: 1 }, false],
  ['has its columns in another order', { name: 'a', id: 1, age: 7, key: 'x' }, false],
  ['has a value that is refused', { ...written, age: 100 }, false],
  ['has a value in another form', { ...written, age: '7' }, false],
])('a kept row that %s', (_what, values, expected) => {
  expect(isAsWritten(values, keptColumns(rows))).toBe(expected);
});
