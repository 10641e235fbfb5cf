import {
  compareRows,
  type GroupObject,
  type GroupValues,
  type IndexOf,
  isConfigured,
  type ObjectDeclaration,
  type RowOf,
  rowKey,
  type TableObject,
} from '../schema/object.ts';
import { onceFor } from '../values/once-for.ts';
import { copyOf, withValue } from '../values/overlaid-map.ts';
import type { Value, Values } from '../wire/call.ts';

type Rows = ReadonlyMap<string, Values>;

const noRows: Rows = new Map();

/** The rows of tables as lists: many ask for the same ones, and a list of thousands is not to be made for each. */
const lists = new WeakMap<Rows, readonly Values[]>();

function listOf(rows: Rows): readonly Values[] {
  const known = lists.get(rows);
  if (known) return known;
  const list: Values[] = [];
  rows.forEach((row) => {
    list.push(row);
  });
  lists.set(rows, list);
  return list;
}

/** What an object is set to: the values of a group, or all rows of a table. */
export type Part =
  | { readonly object: GroupObject; readonly values: Values }
  | { readonly object: TableObject; readonly rows: readonly Values[] };

/**
 * The complete configuration by administrators: values of groups and rows of tables, by object name. A snapshot never
 * changes; a change makes a new one that shares the unchanged parts, so that `===` shows whether an object or a row
 * changed.
 */
export class Configuration {
  readonly #groups: ReadonlyMap<string, Values>;
  readonly #tables: ReadonlyMap<string, Rows>;

  private constructor(groups: ReadonlyMap<string, Values>, tables: ReadonlyMap<string, Rows>) {
    this.#groups = groups;
    this.#tables = tables;
  }

  /** Nothing set: every group answers its defaults, every table is empty. */
  static readonly empty = new Configuration(new Map(), new Map());

  /** The configured values of a group, complete. */
  group<G extends GroupObject>(object: G): GroupValues<G> {
    // The store under an object's name holds what `withGroup` put there for the same declaration.
    return (this.#groups.get(object.name) ?? configuredDefaults(object)) as GroupValues<G>;
  }

  /** The rows of a table in index order. */
  rows<T extends TableObject>(object: T): readonly RowOf<T>[] {
    // As in `rowMap`.
    return listOf(this.#tables.get(object.name) ?? noRows) as readonly RowOf<T>[];
  }

  /** The rows of a table by key, in index order. */
  rowMap<T extends TableObject>(object: T): ReadonlyMap<string, RowOf<T>> {
    return (this.#tables.get(object.name) ?? noRows) as ReadonlyMap<string, RowOf<T>>;
  }

  /** The row that the index columns of `index` name. */
  row<T extends TableObject>(object: T, index: IndexOf<T>): RowOf<T> | undefined {
    return this.rowMap(object).get(rowKey(object, index as Values));
  }

  /** The stored part of an object, for comparing by identity. */
  part(object: ObjectDeclaration): unknown {
    return object.shape === 'group' ? this.#groups.get(object.name) : this.#tables.get(object.name);
  }

  /** Whether the stored part of an object is the same as in another configuration. Configurations of a change share most of their parts. */
  sharesPart({ shape, name }: ObjectDeclaration, other: Configuration): boolean {
    return shape === 'group'
      ? this.#groups === other.#groups || this.#groups.get(name) === other.#groups.get(name)
      : this.#tables === other.#tables || this.#tables.get(name) === other.#tables.get(name);
  }

  /** With these values of the group changed; values equal to the present ones change nothing. */
  withGroup<G extends GroupObject>(object: G, values: Partial<GroupValues<G>>): Configuration {
    const present: Values = this.group(object) as Values;
    const next = merged(present, values as Values);
    if (next === present && this.#groups.has(object.name)) return this;
    return new Configuration(new Map(this.#groups).set(object.name, next), this.#tables);
  }

  /** With this row added, or these of its columns changed. Columns left out of a new row take their defaults. */
  withRow<T extends TableObject>(object: T, row: IndexOf<T> & Partial<RowOf<T>>): Configuration {
    const rows = this.#tables.get(object.name) ?? noRows;
    const key = rowKey(object, row as Values);
    const present = rows.get(key);
    const next = merged(present ?? configuredDefaults(object), row as Values);
    if (next === present) return this;
    if (present) return this.#withTable(object, withValue(rows, key, next));
    return this.#withTable(object, sorted(object, copyOf(rows).set(key, next)));
  }

  /** Without the row; a row that is not there is no matter. */
  withoutRow<T extends TableObject>(object: T, index: IndexOf<T>): Configuration {
    const rows = this.#tables.get(object.name) ?? noRows;
    const key = rowKey(object, index as Values);
    if (!rows.has(key)) return this;
    const changed = copyOf(rows);
    changed.delete(key);
    return this.#withTable(object, changed);
  }

  /** With the table holding just `rows`. Rows equal to present ones keep their identity. */
  withRows<T extends TableObject>(object: T, rows: readonly Partial<RowOf<T>>[]): Configuration {
    return this.#withTable(
      object,
      rowsAmong(this.#tables.get(object.name) ?? noRows, object, rows as readonly Values[]),
    );
  }

  /** As `withGroup` and `withRows` for each part, at the price of one: a start sets all objects. */
  withParts(parts: Iterable<Part>): Configuration {
    const groups = new Map(this.#groups);
    const tables = new Map(this.#tables);
    for (const part of parts) {
      const { name } = part.object;
      if ('rows' in part) tables.set(name, rowsAmong(tables.get(name) ?? noRows, part.object, part.rows));
      else groups.set(name, merged(groups.get(name) ?? configuredDefaults(part.object), part.values));
    }
    return new Configuration(groups, tables);
  }

  #withTable(object: TableObject, rows: Rows): Configuration {
    return new Configuration(this.#groups, new Map(this.#tables).set(object.name, rows));
  }
}

/** The rows of a table, of which `present` are there already. */
function rowsAmong(present: Rows, object: TableObject, rows: readonly Values[]): Rows {
  const defaults = configuredDefaults(object);
  const names = Object.keys(defaults);
  const changed = new Map<string, Values>();
  for (const row of rows) {
    const key = rowKey(object, row);
    const former = present.get(key);
    // A start sets thousands of complete rows: none is copied.
    changed.set(key, former || !isComplete(row, names) ? merged(former ?? defaults, row) : row);
  }
  return sorted(object, changed);
}

/** Whether a row has just these columns, in this order. */
function isComplete(row: Values, names: readonly string[]): boolean {
  let at = 0;
  for (const name in row) {
    if (name !== names[at] || row[name] === undefined) return false;
    at += 1;
  }
  return at === names.length;
}

/** The defaults of an object's configured fields, index columns among them; one object each, so that identity holds. */
export const configuredDefaults = onceFor((object: ObjectDeclaration): Values => {
  const index: Readonly<Record<string, unknown>> = object.shape === 'table' ? object.index : {};
  const values: Record<string, Value> = {};
  for (const name in object.fields) {
    const field = object.fields[name];
    if (field && (name in index || isConfigured(field))) values[name] = field.default;
  }
  return values;
});

/** `present` itself where no value differs. */
function merged(present: Values, values: Values): Values {
  const next: Record<string, Value> = { ...present };
  let differs = false;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || next[name] === value) continue;
    next[name] = value;
    differs = true;
  }
  return differs ? next : present;
}

function sorted(object: TableObject, rows: Map<string, Values>): Rows {
  let last: Values | undefined;
  let isSorted = true;
  for (const row of rows.values()) {
    isSorted &&= last === undefined || compareRows(object, last, row) <= 0;
    last = row;
  }
  if (isSorted) return rows;
  return new Map([...rows].sort(([, a], [, b]) => compareRows(object, a, b)));
}
