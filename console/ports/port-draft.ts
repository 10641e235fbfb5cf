import type { Change } from '../../model/configuration/change.ts';
import { type Field, valueToSend } from '../../model/schema/field.ts';
import { rowKey, type TableObject } from '../../model/schema/object.ts';
import { interfaceName, trunkNumber } from '../../model/values/interface-index.ts';
import { type Message, wordsOf } from '../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../model/values/port-list.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { type DraftState, type Entry, settledValues } from '../form/draft-store.ts';

/** A row of a port table: a port or trunk, or one of several rows of it, as several tables describe it. */
export interface PortRow {
  /** Identifies the row: its index values. */
  readonly key: string;
  /** The ifIndex: the port's number, 5000+k for trunk k. */
  readonly port: number;
  /** The columns of all tables together; those of a table that has no such row are missing. */
  readonly values: Values;
}

/** Tables whose rows are joined, a port's with its own. */
export interface PortTables {
  /** The first one says which rows there are. */
  readonly objects: readonly TableObject[];
  /** The index column of the first table that names the port; default: its first one. */
  readonly port?: string | undefined;
}

/** The index column of a table that names the port. */
export function portColumn({ objects: [first], port }: PortTables, object: TableObject): string {
  const [column] = Object.keys(object.index);
  if (column === undefined) throw new Error(`${object.name} has no index.`);
  return object === first && port !== undefined ? port : column;
}

/** The index columns of the first table besides the port: they distinguish several rows of one port. */
export function furtherIndex(tables: PortTables): readonly string[] {
  const [first] = tables.objects;
  if (!first) return [];
  const port = portColumn(tables, first);
  return Object.keys(first.index).filter((column) => column !== port);
}

/** The table and the field of a column. */
export function findColumn(objects: readonly TableObject[], name: string): { object: TableObject; field: Field } {
  for (const object of objects) {
    const field = object.fields[name];
    if (field) return { object, field };
  }
  throw new Error(`No table of the port grid has a column ${name}.`);
}

/** A row with what it was joined from. */
export interface JoinedRow {
  readonly parts: readonly Values[];
  readonly row: PortRow;
}

/**
 * Joins the tables' rows by port and then by their further index. A table with one index column applies to every row of
 * its port. A row joined of the same parts as in `before` is the same object again, so that unchanged rows are not
 * redrawn.
 */
export function joinPorts(
  tables: PortTables,
  contents: readonly (readonly Values[])[],
  before: ReadonlyMap<string, JoinedRow> = new Map(),
): ReadonlyMap<string, JoinedRow> {
  const [first, ...others] = tables.objects;
  if (!first) return new Map();
  const column = portColumn(tables, first);
  const beside = others.map((object, at) => ({
    single: Object.keys(object.index).length === 1,
    rows: new Map((contents[at + 1] ?? []).map((row) => [rowKey(object, row), row])),
  }));
  const joined = (contents[0] ?? []).map((own): [string, JoinedRow] => {
    const key = rowKey(first, own);
    const port = Number(own[column]);
    const found = beside.map(({ single, rows }) => rows.get(single ? String(port) : key));
    const parts = [own, ...found.filter((row) => row !== undefined)];
    const known = before.get(key);
    if (known && known.parts.length === parts.length && known.parts.every((part, at) => part === parts[at])) {
      return [key, known];
    }
    return [key, { parts, row: { key, port, values: Object.assign({}, ...parts) as Values } }];
  });
  // Rows come in index order: those of one port stay in it.
  return new Map(joined.sort(([, a], [, b]) => a.row.port - b.row.port));
}

/** Why an entry cannot be applied. */
export function problemOf(objects: readonly TableObject[], { column, value }: Entry): Message | undefined {
  const reading = findColumn(objects, column).field.read(value);
  return reading.ok || valueToSend(reading) !== undefined ? undefined : reading.message;
}

/** The changes that Apply would send; values that cannot be read are left out. */
export function portChanges(
  objects: readonly TableObject[],
  rows: readonly PortRow[],
  { typed, present }: Pick<DraftState, 'typed' | 'present'>,
): Change[] {
  return rows.flatMap(({ key, values }) =>
    Object.entries(typed.get(key) ?? {}).flatMap(([column, value]): Change[] => {
      const { object, field } = findColumn(objects, column);
      const to = valueToSend<Value>(field.read(value));
      const from = settledValues(values, present.get(key))[column];
      if (to === undefined || String(to) === String(from ?? '')) return [];
      return [{ object, kind: 'value', row: values, column, to, ...(from !== undefined && { from }) }];
    }),
  );
}

/** A row in words: "port 3", "Trunk 1", and what its table calls one of several rows of a port. */
export function portRowName(t: Translate, tables: PortTables, { port, values }: PortRow): string {
  const [first] = tables.objects;
  if (first && Object.keys(first.index).length > 1) return wordsOf(first.rowName(values), t);
  return port > PORT_LIST_MAXIMUM ? portName(t, port) : t('port {{port}}', { port });
}

/** A port or trunk by its ifIndex, as its table names it: "3", "Trunk 1". */
export function portName(t: Translate, port: number): string {
  const trunk = trunkNumber(port);
  return trunk === undefined ? interfaceName(port) : t('Trunk {{trunk}}', { trunk });
}
