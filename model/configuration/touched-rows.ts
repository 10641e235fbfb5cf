import type { TableObject } from '../schema/object.ts';
import type { Values } from '../wire/call.ts';
import type { Configuration } from './configuration.ts';

/** Number of changed rows above which a table is rebuilt instead of changed row by row. */
const FEW = 16;

/** A configuration with these rows of a table otherwise, by their keys; undefined for those that go. */
export function withTouchedRows(
  base: Configuration,
  object: TableObject,
  rows: ReadonlyMap<string, Values | undefined>,
): Configuration {
  if (rows.size <= FEW) {
    let next = base;
    for (const [key, row] of rows) {
      const present = base.rowMap(object).get(key);
      if (row) next = next.withRow(object, row);
      else if (present) next = next.withoutRow(object, present);
    }
    return next;
  }
  const merged = new Map<string, Values>(base.rowMap(object));
  for (const [key, row] of rows) {
    if (row) merged.set(key, row);
    else merged.delete(key);
  }
  return base.withRows(object, [...merged.values()]);
}
