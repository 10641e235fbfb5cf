import { describe, expect, it } from 'vitest';
import { integer } from '../schema/kinds/integer.ts';
import { table } from '../schema/object.ts';
import { wordsOf } from '../values/message.ts';
import type { Values } from '../wire/call.ts';
import { pageOf, readPaging } from './rows-page.ts';
import { atOnce } from './steps.ts';

const management = table('management', {
  title: 'Management',
  index: { number: integer({ label: 'Number', access: 'create', min: 1, max: 99 }) },
  columns: { width: integer({ label: 'Width', min: 1, max: 9 }) },
  rows: { max: 99 },
});

const rows = Array.from({ length: 45 }, (_, at) => ({ number: at + 1, width: 9 - (at % 3) }));

function read(params: Values) {
  const reading = readPaging(management, params);
  return 'problem' in reading
    ? wordsOf(reading.problem)
    : reading.paging && atOnce(pageOf(management, rows, reading.paging));
}

describe('one page of rows', () => {
  it('is asked for by its number and size, in index order', () => {
    expect(read({ Template: 'management' })).toBeUndefined();
    expect(read({ Page: 3, PageSize: 20 })).toEqual({ total: 45, rows: rows.slice(40) });
    expect(read({ Page: 4, PageSize: 20 })).toEqual({ total: 45, rows: [] });
    expect(read({ Page: 1e15, PageSize: 100 })).toEqual({ total: 45, rows: [] });
  });

  it('may be ordered by a column, either way', () => {
    const numbers = (page: ReturnType<typeof read>) =>
      typeof page === 'object' ? page.rows.map(({ number }) => number) : page;
    expect(numbers(read({ Page: 1, PageSize: 3, OrderBy: 'width' }))).toEqual([3, 6, 9]);
    expect(numbers(read({ Page: 1, PageSize: 3, OrderBy: 'number', Descending: 1 }))).toEqual([45, 44, 43]);
  });

  it('has rows without a value of the column where its default is in the order', () => {
    const preset = table('preset', {
      title: 'Preset',
      index: { number: integer({ label: 'Number', access: 'create', min: 1, max: 99 }) },
      columns: { width: integer({ label: 'Width', min: 1, max: 9, default: 5 }) },
      rows: { max: 99 },
    });
    const some: readonly Values[] = [{ number: 1, width: 7 }, { number: 2 }, { number: 3, width: 2 }];
    const page = atOnce(pageOf(preset, some, { page: 1, size: 3, orderBy: 'width', descending: false }));
    expect(page.rows.map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  it.each([
    [{ Page: 0 }, 'Page must be a number from 1.'],
    [{ Page: 'x' }, 'Page must be a number from 1.'],
    [{ Page: 1, PageSize: 101 }, 'Please enter an integer between 1 ~ 100'],
    [{ Page: 1, OrderBy: 'constructor' }, 'Management has no column "constructor".'],
    [{ Page: Number.NaN }, 'Page must be a number from 1.'],
    [{ Page: -1 }, 'Page must be a number from 1.'],
    [{ Page: 1, OrderBy: 'x'.repeat(5000) }, `Management has no column "${'x'.repeat(64)}".`],
  ])('is refused for %o', (params, message) => {
    expect(read(params)).toBe(message);
  });
});
