import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Success criteria of WCAG 2.2, levels A and AA, by guideline: 4.1.1 is obsolete, and those of level AAA are left out. */
const criteria: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
};

const statement = readFileSync(join(import.meta.dirname, '../docs/accessibility.md'), 'utf8');
const rows = [...statement.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | '));

test('the statement answers every criterion of WCAG 2.2 AA once', () => {
  const expected = Object.entries(criteria).flatMap(([guideline, own]) => own.map((one) => `${guideline}.${one}`));
  const answered = rows
    .map(([name = '']) => name)
    .filter((name) => /^\d\.\d/.test(name))
    .flatMap((name) => {
      const [from = '', to = from] = name.split('–');
      const guideline = from.slice(0, 4);
      const [first, last] = [from, to].map((one) => Number(one.slice(4)));
      return Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, at) => `${guideline}${(first ?? 0) + at}`);
    });
  expect(answered).toEqual(expected);
});

test('each answer names a check that the statement describes', () => {
  const checks = rows.slice(1).flatMap(([name = '']) => name.split(', '));
  const unknown = rows
    .filter(([name = '']) => /^\d\.\d/.test(name))
    .map((row) => row[4] ?? '')
    .filter((check) => check !== '–' && !checks.includes(check.split(',')[0] ?? ''));
  expect(unknown).toEqual([]);
});
