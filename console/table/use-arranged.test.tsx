// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Column } from './column.ts';
import { useArranged } from './use-arranged.ts';

afterEach(cleanup);

interface Row {
  readonly name: string;
  readonly size: number;
}

const rows: readonly Row[] = [
  { name: 'left', size: 3 },
  { name: 'right', size: 20 },
  { name: 'hall', size: 100 },
];

/** The columns as a language words them. */
const columnsIn = (words: Readonly<Record<string, string>>): readonly Column<Row>[] => [
  {
    key: 'name',
    title: 'Name',
    right: false,
    text: ({ name }) => words[name] ?? name,
    compare: (a, b) => a.size - b.size,
  },
  { key: 'size', title: 'Size', right: true, text: ({ size }) => String(size), compare: (a, b) => a.size - b.size },
];

const english = columnsIn({});
const german = columnsIn({ left: 'links', right: 'rechts', hall: 'Halle' });

it('filters by the texts that are shown now, in another language too', () => {
  const { result, rerender } = renderHook(({ columns }) => useArranged(rows, columns), {
    initialProps: { columns: english },
  });
  const found = (filter: string) => {
    act(() => result.current.setFilter(filter));
    return result.current.arranged.map(({ size }) => size);
  };
  expect([found('LEFT'), found('rechts'), found(' hal ')]).toEqual([[3], [], [100]]);
  rerender({ columns: german });
  expect([found('LEFT'), found('rechts'), found(' halle'), found('')]).toEqual([[], [20], [100], [3, 20, 100]]);
});

it('filters rows that came later, and orders them up, down and as they came', () => {
  const { result, rerender } = renderHook(({ shown }) => useArranged(shown, english), {
    initialProps: { shown: [rows[2], rows[0]] as readonly Row[] },
  });
  const sizes = () => result.current.arranged.map(({ size }) => size);
  rerender({ shown: [...rows].reverse() });
  expect(sizes()).toEqual([100, 20, 3]);
  const orders = [1, 2, 3].map(() => {
    act(() => result.current.orderBy('size'));
    return sizes();
  });
  expect(orders).toEqual([
    [3, 20, 100],
    [100, 20, 3],
    [100, 20, 3],
  ]);
});
