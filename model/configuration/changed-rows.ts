import type { RowOf, TableObject } from '../schema/object.ts';
import type { Change } from './change.ts';

/** The rows of `table` that came or changed, each once, as they are after the change. */
export function changedRows<T extends TableObject>(changes: readonly Change[], table: T): RowOf<T>[] {
  const rows = new Set<RowOf<T>>();
  for (const change of changes) {
    // The row of a change of this table holds this table's columns: the configuration stores nothing else under its name.
    if (change.object === table && change.kind !== 'rowRemoved' && change.row) rows.add(change.row as RowOf<T>);
  }
  return [...rows];
}

/** The rows of `table` that went, as they were. */
export function removedRows<T extends TableObject>(changes: readonly Change[], table: T): RowOf<T>[] {
  return changes
    .filter((change) => change.object === table && change.kind === 'rowRemoved')
    .flatMap((change) => (change.row ? [change.row as RowOf<T>] : []));
}
