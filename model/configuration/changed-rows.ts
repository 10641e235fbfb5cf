import type { RowOf, TableObject } from '../schema/object.ts';
import type { Change } from './change.ts';

/** Changes of the rows of one table. */
interface RowChanges {
  readonly changed: readonly Change['row'][];
  readonly removed: readonly Change['row'][];
}

/** Results for a list of changes, by table: many rules ask the same of thousands of them. */
const found = new WeakMap<readonly Change[], Map<TableObject, RowChanges>>();

/** The rows of `table` that were added or changed, each once, as they are after the change. `changes` is final. */
export function changedRows<T extends TableObject>(changes: readonly Change[], table: T): readonly RowOf<T>[] {
  // The row of a change of this table holds this table's columns: the configuration stores nothing else under its name.
  return rowChanges(changes, table).changed as readonly RowOf<T>[];
}

/** The rows of `table` that were deleted, as they were. `changes` is final. */
export function removedRows<T extends TableObject>(changes: readonly Change[], table: T): readonly RowOf<T>[] {
  // As in `changedRows`.
  return rowChanges(changes, table).removed as readonly RowOf<T>[];
}

function rowChanges(changes: readonly Change[], table: TableObject): RowChanges {
  const tables = found.get(changes) ?? new Map<TableObject, RowChanges>();
  found.set(changes, tables);
  const known = tables.get(table);
  if (known) return known;
  const changed = new Set<Change['row']>();
  const removed: Change['row'][] = [];
  for (const { object, kind, row } of changes) {
    if (object !== table || !row) continue;
    if (kind === 'rowRemoved') removed.push(row);
    else changed.add(row);
  }
  const rows = { changed: [...changed], removed };
  tables.set(table, rows);
  return rows;
}
