import type { ObjectDeclaration, RowOf, TableObject } from '../schema/object.ts';
import type { Change } from './change.ts';

/** Changes of the rows of one table. */
interface RowChanges {
  readonly changed: readonly Change['row'][];
  readonly removed: readonly Change['row'][];
}

const none: RowChanges = { changed: [], removed: [] };

/** Lists of changes by table: many rules ask the same of thousands of them. */
const found = new WeakMap<readonly Change[], ReadonlyMap<ObjectDeclaration, RowChanges>>();

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
  const tables = found.get(changes) ?? byTable(changes);
  found.set(changes, tables);
  return tables.get(table) ?? none;
}

function byTable(changes: readonly Change[]): ReadonlyMap<ObjectDeclaration, RowChanges> {
  const tables = new Map<
    ObjectDeclaration,
    { readonly changed: Set<Change['row']>; readonly removed: Change['row'][] }
  >();
  for (const { object, kind, row } of changes) {
    if (!row) continue;
    let rows = tables.get(object);
    if (!rows) {
      rows = { changed: new Set(), removed: [] };
      tables.set(object, rows);
    }
    if (kind === 'rowRemoved') rows.removed.push(row);
    else rows.changed.add(row);
  }
  return new Map([...tables].map(([table, { changed, removed }]) => [table, { changed: [...changed], removed }]));
}
