import { expect, test } from 'vitest';
import { integer } from '../schema/kinds/integer.ts';
import { table } from '../schema/object.ts';
import { Configuration } from './configuration.ts';
import { endedConfiguration, endingConfiguration, keptConfiguration } from './kept-configuration.ts';

const index = { id: integer({ label: 'Row', min: 1, max: 9, access: 'create' }) };
const columns = { minutes: integer({ label: 'Minutes', min: 0, max: 9 }) };
const limited = table('limited', {
  title: 'Limited',
  index,
  columns,
  rows: { max: 9, ends: ({ minutes }) => minutes !== 0, opens: ({ minutes }) => Number(minutes) > 5 },
});
const passing = table('passing', { title: 'Passing', index, columns, rows: { max: 9, isKept: ({ id }) => id === 1 } });
const objects = [limited, passing];

const rows = [
  { id: 1, minutes: 0 },
  { id: 2, minutes: 3 },
  { id: 3, minutes: 7 },
];
const configuration = Configuration.empty.withRows(limited, rows).withRows(passing, rows);
const ids = (of: Configuration, object: typeof limited) => of.rows(object).map(({ id }) => id);

test('rows that end and rows that are not kept go each at their time', () => {
  const kept = keptConfiguration(objects, configuration);
  expect([ids(kept, limited), ids(kept, passing)]).toEqual([[1, 2, 3], [1]]);
  const ended = endedConfiguration(objects, configuration);
  expect([ids(ended, limited), ids(ended, passing)]).toEqual([[1], [1, 2, 3]]);
});

test('what lets through ends before what stops', () => {
  const ended = endedConfiguration(objects, configuration);
  expect(ids(endingConfiguration(objects, configuration, ended), limited)).toEqual([1, 2]);
});
