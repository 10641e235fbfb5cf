import { useMemo, useState } from 'react';
import type { Column } from './column.ts';

/** By which column rows are ordered. */
export interface Order {
  readonly key: string;
  readonly descending: boolean;
}

/** The order after a press on a column's heading: ascending, descending, as the device has the rows. */
export function nextOrder(now: Order | undefined, key: string): Order | undefined {
  if (now?.key !== key) return { key, descending: false };
  return now.descending ? undefined : { key, descending: true };
}

/** Filters and orders rows in the browser. The text of a row is made once and kept for as long as the row is. */
export function useArranged<Row extends object>(rows: readonly Row[], columns: readonly Column<Row>[]) {
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<Order>();
  // Texts belong to the columns they were made with: another language, another text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const texts = useMemo(() => new WeakMap<Row, string>(), [columns]);

  const found = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    if (wanted === '') return rows;
    return rows.filter((row) => {
      let text = texts.get(row);
      if (text === undefined) {
        text = columns.map((column) => column.text(row).toLowerCase()).join('\n');
        texts.set(row, text);
      }
      return text.includes(wanted);
    });
  }, [rows, columns, texts, filter]);

  const arranged = useMemo(() => {
    const compare = columns.find((column) => column.key === order?.key)?.compare;
    if (!compare) return found;
    const sorted = [...found].sort(compare);
    return order?.descending ? sorted.reverse() : sorted;
  }, [found, columns, order]);

  const orderBy = (key: string) => setOrder((now) => nextOrder(now, key));

  return { filter, setFilter, order, orderBy, arranged };
}
