import type { TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { CallRefused } from '../call/failure.ts';
import type { PlaceValues } from '../form/draft-store.ts';
import { type PortRow, type PortTables, portColumn } from './port-draft.ts';

/** The cell that a refusal speaks of. */
export interface RefusalPlace {
  /** The row's key. */
  readonly place: string;
  readonly column: string;
}

/**
 * Finds the cell that the device refused: the column and the row that it names, or, where it names no row, the only row
 * whose value of that column was changed. Of a row in which another value was changed, that one: it does not go with the
 * column that is named. Undefined where that is not certain.
 */
export function placeOfRefusal(
  failure: unknown,
  tables: PortTables,
  rows: readonly PortRow[],
  draft: PlaceValues,
): RefusalPlace | undefined {
  if (!(failure instanceof CallRefused)) return undefined;
  const { object: name, row: index, column } = failure.place;
  const object = tables.objects.find((table) => table.name === name);
  if (!object || column === undefined) return undefined;
  const isChanged = ({ key }: PortRow) => draft.get(key)?.[column] !== undefined;
  const there = index
    ? rows.filter(({ key, port, values }) => draft.has(key) && isRow(object, index, port, values))
    : rows.filter(isChanged);
  const row = there.length === 1 ? there[0] : undefined;
  if (!row) return undefined;
  const [other = column] = Object.keys(draft.get(row.key) ?? {});
  return { place: row.key, column: isChanged(row) ? column : other };

  /** Columns of several tables are in one row, and only the port's column may have another name in each. */
  function isRow(table: TableObject, named: Values, port: number, values: Values): boolean {
    const own = portColumn(tables, table);
    return Object.keys(table.index).every((name) =>
      name === own ? Number(named[name]) === port : String(named[name]) === String(values[name]),
    );
  }
}
