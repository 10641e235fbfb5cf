import type { Hardware } from '../hardware/hardware.ts';
import type { MibTable, PrivateMib } from '../smi/mib-column.ts';
import { type Message, say } from '../values/message.ts';
import { onceFor } from '../values/once-for.ts';
import { changedKeys } from '../values/overlaid-map.ts';
import type { Value, Values } from '../wire/call.ts';
import type { Field, Fields, ValuesOf } from './field.ts';
import type { TellChanges } from './telling.ts';

/** Texts of every declared object. */
interface ObjectText {
  /** The `Template` of its calls (docs/specification/protocol.md). */
  readonly name: string;
  /** English, as a heading: "Static unicast address". */
  readonly title: string;
  readonly help?: string;
  /**
   * The path of the page that it is set or shown on, by which command line, docs and help group objects: "/Network/VLAN/Tagged".
   */
  readonly page?: string;
  /** Its place in a standard: a table's entry, or the parent of its scalars. Fields name their columns (`mib`). */
  readonly oid?: string;
  /** Place in the private MIB of its columns that no standard has, RowStatus among them. */
  readonly privateMib?: PrivateMib;
  /** Stays the switch's own where its configuration is replaced by the lines of another one. */
  readonly isOwn?: boolean;
  /**
   * Columns that only take access away. A user who is logged in at the switch may set these, and nothing else, also while the
   * cloud decides what the switch is set to.
   */
  readonly withdrawsAccess?: readonly string[];
  /** Sentences for changes that say more together than one by one; asked where any of them is of this object. */
  readonly tells?: TellChanges;
}

/** Scalars that belong together. */
export interface GroupObject<F extends Fields = Fields> extends ObjectText {
  readonly shape: 'group';
  readonly fields: F;
  /** The values of a device that was never configured, where they depend on the hardware. */
  readonly factory?: (hardware: Hardware) => Partial<ValuesOf<F>>;
}

/** Settings of a table that the members of a trunk have in common: they are one bridge port. */
interface AlikeInTrunk {
  /** Columns of a row for each port, and the index column that names the port; default: the first one. */
  readonly columns?: readonly string[];
  readonly port?: string;
  /** Port-list columns: all members are in the list, or none. */
  readonly lists?: readonly string[];
}

/** A list of rows, each named by its index columns. */
export interface TableObject<I extends Fields = Fields, C extends Fields = Fields> extends ObjectText {
  readonly shape: 'table';
  readonly index: I;
  /** Index and other columns, in the order shown. */
  readonly fields: I & C;
  readonly rows: RowLimits;
  /**
   * Settings common to all members of a trunk: ports take them over when they join, and a change of one is a change of
   * all.
   */
  readonly alikeInTrunk?: AlikeInTrunk;
  /** The port-list column of a row that names the members of a trunk, and which rows are trunks that work. */
  readonly trunk?: { readonly members: string; isInUse(row: Values): boolean };
  /** Conditions by which a read may filter the rows beside their index columns. */
  readonly filters?: RowFilters;
  /** Index order and RowStatus of the standard's table. */
  readonly mib?: MibTable;
  /**
   * The values of columns of a row that is created or changed, if the given ones mean others: "the PVID of the port", a
   * value masked in part. `given` has the index columns and the set values; `rows` are the existing ones. Pure.
   */
  readonly completes?: (given: Values, rows: RowFinder) => Values;
  /** The rows of a device that was never configured. Built-in rows survive CommonDelAll. */
  readonly factory?: (hardware: Hardware) => readonly Partial<ValuesOf<I & C>>[];
  /** A row's name: "VLAN 20", "port 3". */
  readonly rowName: (row: Values) => Message;
}

/** Conditions that a table's reader may set. */
interface RowFilters {
  /** By their names in a call; no columns of the table. */
  readonly fields: Fields;
  /** Whether a row is looked for; `wanted` holds those of `fields` that were given. Pure. */
  fits(row: Values, wanted: Values): boolean;
}

interface RowLimits {
  /** Rows at most, or a function of the hardware. */
  readonly max: number | ((hardware: Hardware) => number);
  /** The rows are those of the hardware (one a port), or of the configuration (`of`): none is created or deleted. */
  readonly fixed?: boolean;
  /** The rows follow from the configuration: one for each trunk, instance, VLAN. They come with their defaults. */
  readonly of?: DependentRows;
  /** Rows that cannot be deleted. */
  readonly builtIn?: (row: Values) => boolean;
  /** Rows that a save keeps; default: all. The others are in force, and gone with the next start. */
  readonly isKept?: (row: Values) => boolean;
  /** Rows that the device itself deletes when their time is over; default: none. */
  readonly ends?: (row: Values) => boolean;
  /** Whether a row lets somebody through rather than stops somebody; left out, every one does. Asked of rows that end. */
  readonly opens?: (row: Values) => boolean;
}

/** Origin of a table's rows. */
export interface DependentRows {
  /** The objects that `index` looks at. */
  readonly reads: readonly ObjectDeclaration[];
  /** The index columns of every row that there is, in any order, each once. Pure. */
  index(configuration: ConfiguredObjects, hardware: Hardware): readonly Values[];
  /** Whether two configurations have the same rows of it, if that is cheaper than making them. */
  isSame?(former: ConfiguredObjects & KeyedRows, next: ConfiguredObjects & KeyedRows): boolean;
  /** Whether there is a row of these index columns: the same as in all that `index` gives, for the cost of one. Pure. */
  isThere(index: Values, configuration: ConfiguredObjects & RowFinder, hardware: Hardware): boolean;
}

/** Lookup of tables' rows by their index columns. */
interface RowFinder {
  row<T extends TableObject>(object: T, index: IndexOf<T>): RowOf<T> | undefined;
}

/** The rows of tables by key. */
interface KeyedRows {
  rowMap<T extends TableObject>(object: T): ReadonlyMap<string, RowOf<T>>;
}

/** The part of a configuration that rows can follow from. */
interface ConfiguredObjects {
  rows<T extends TableObject>(object: T): readonly RowOf<T>[];
  group<G extends GroupObject>(object: G): GroupValues<G>;
}

/** One row for each row of another table: each of its index columns, and the index column of the other that it equals. */
export function oneForEach<T extends TableObject>(
  table: T,
  columns: Readonly<Record<string, string & keyof IndexOf<T>>>,
): DependentRows {
  const named = Object.entries(columns);
  const names = named.map(([, name]) => name);
  const index = (row: Values): Values => {
    const columns: Record<string, Value> = {};
    for (const [own, other] of named) columns[own] = row[other] ?? '';
    return columns;
  };
  return {
    reads: [table],
    index: (configuration) => configuration.rows(table).map((row) => index(row as Values)),
    isThere(row, configuration) {
      const other = Object.fromEntries(named.map(([own, name]) => [name, row[own]]));
      return configuration.row(table, other as IndexOf<T>) !== undefined;
    },
    isSame(former, next) {
      // Of tables that come of one another by other values no row came or went.
      if (changedKeys(former.rowMap(table), next.rowMap(table))) return true;
      const [before, after] = [former.rows(table), next.rows(table)];
      if (before.length !== after.length) return false;
      // Rows that did not change are the same objects, in the same order.
      return before.every((row, at) => row === after[at] || sameNames(names, row, after[at]));
    },
  };
}

/** Whether two rows have the same values in these columns; a row that is not there has not. */
function sameNames(names: readonly string[], row: unknown, other: unknown): boolean {
  return other !== undefined && names.every((name) => (row as Values)[name] === (other as Values)[name]);
}

/**
 * Any declared object. Declarations with different columns are in one list: their field types are used only through
 * `Field`'s functions.
 */
export type ObjectDeclaration = GroupObject | TableObject;

/** The values of a group. */
export type GroupValues<G> = G extends GroupObject<infer F> ? ValuesOf<F> : never;

/** A row of a table: its index and its other columns. */
export type RowOf<T> = T extends TableObject<infer I, infer C> ? ValuesOf<I & C> : never;

/** The index columns of a table's row. */
export type IndexOf<T> = T extends TableObject<infer I, Fields> ? ValuesOf<I> : never;

/** Place in the private MIB of fields, and of the table's other columns; unknown names do not compile. */
type PrivateMibOf<F extends Fields, Further extends string = never> = PrivateMib<
  NoInfer<(keyof F & string) | Further | `${string} retired`>
>;

interface GroupDeclaration<F extends Fields> extends Omit<GroupObject<F>, 'name' | 'shape'> {
  readonly privateMib?: PrivateMibOf<F>;
}

/** Declares scalars that belong together under the `Template` name. */
export function group<F extends Fields>(name: string, declaration: GroupDeclaration<F>): GroupObject<F> {
  return { ...declaration, name, shape: 'group' };
}

interface TableDeclaration<I extends Fields, C extends Fields>
  extends Omit<TableObject<I, C>, 'name' | 'shape' | 'fields' | 'rowName'> {
  readonly columns: C;
  readonly privateMib?: PrivateMibOf<I & C, 'RowStatus'>;
  /** Default: the title and the index values. */
  readonly rowName?: (row: ValuesOf<I & C>) => Message;
}

/** Declares a table under the `Template` name; `index` columns name a row, `columns` are the rest. */
export function table<I extends Fields, C extends Fields>(
  name: string,
  declaration: TableDeclaration<I, C>,
): TableObject<I, C> {
  const { columns, rowName, ...rest } = declaration;
  const plainName = (row: Values) =>
    say('{{title}} {{index}}', {
      title: say(declaration.title),
      index: Object.entries(declaration.index).map(([column, field]) => field.show(row[column] ?? field.default)),
    });
  return {
    ...rest,
    name,
    shape: 'table',
    rows: declaration.rows.of ? { fixed: true, ...declaration.rows } : declaration.rows,
    fields: { ...declaration.index, ...columns },
    // A row handed in has the columns of this table: the configuration stores nothing else under its name.
    rowName: rowName ? (row) => rowName(row as ValuesOf<I & C>) : plainName,
  };
}

/** Whether a field is part of the configuration (and so of flash, backup and comparison). */
export function isConfigured(field: Field): boolean {
  return field.access === 'rw' || field.access === 'create' || field.access === 'wo';
}

/**
 * Whether any field of the object is configured; a table of live rows has none beside its index. Every start asks each of them several
 * times.
 */
export const hasConfiguration = onceFor((object: ObjectDeclaration): boolean =>
  Object.values(object.fields).some(isConfigured),
);

/** The key of a row: its index values, separated by blanks. A blank within one is escaped: no two rows share a key. */
export function rowKey(object: TableObject, row: Values): string {
  let key: string | undefined;
  // No lists: keys are made for every row of every table that is read or set.
  for (const column in object.index) {
    const part = keyPart(row[column] ?? '');
    key = key === undefined ? part : `${key} ${part}`;
  }
  return key ?? '';
}

/** The key of the row that has these index values, in their order. */
export function keyOfIndex(values: readonly Value[]): string {
  return values.map(keyPart).join(' ');
}

function keyPart(value: Value): string {
  return typeof value === 'number' ? String(value) : String(value).replace(/[ \\]/g, '\\$&');
}

/** The index columns of a row, and nothing beside them: what names it. */
export function indexOf(object: TableObject, row: Values): Values {
  return Object.fromEntries(
    Object.keys(object.index).flatMap((column): [string, Value][] => {
      const value = row[column];
      return value === undefined ? [] : [[column, value]];
    }),
  );
}

/** Orders rows by their index columns. */
export function compareRows(object: TableObject, a: Values, b: Values): number {
  for (const column in object.index) {
    const field = object.index[column];
    const order = field?.compare(a[column] ?? field.default, b[column] ?? field.default) ?? 0;
    if (order !== 0) return order;
  }
  return 0;
}

/** Every field's default, by name. */
export function defaultsOf(fields: Fields): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default as Value]));
}
