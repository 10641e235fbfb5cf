import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type RowOf, rowKey, type TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { type ReadOptions, useRows } from './use-reads.ts';

/**
 * For lists that show some rows of a large table that is read whole: polls the rows named by the index columns of
 * `query`, and updates them in the data read before. If the set of rows has changed, the whole table is read again.
 */
export function useRowsInSight<T extends TableObject>(object: T, query: Partial<RowOf<T>>, options: ReadOptions): void {
  const client = useQueryClient();
  const { data } = useRows(object, query, options);
  const named = Object.entries(query as Values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are other data
  useEffect(() => {
    const whole = [object.name, {}];
    const before = client.getQueryData<readonly Values[]>(whole);
    if (!data || !Array.isArray(before)) return;
    const fresh = new Map(data.map((row) => [rowKey(object, row as Values), row as Values]));
    const inSight = before.filter((row: Values) => named.every(([column, value]) => row[column] === value));
    const isSame = inSight.length === fresh.size && inSight.every((row) => fresh.has(rowKey(object, row)));
    if (isSame)
      client.setQueryData(
        whole,
        before.map((row: Values) => fresh.get(rowKey(object, row)) ?? row),
      );
    else void client.invalidateQueries({ queryKey: whole, exact: true });
  }, [client, object, data]);
}
