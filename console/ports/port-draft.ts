import { type Change, type ChangeWords, describeChange } from '../../model/configuration/change.ts';
import type { Field } from '../../model/schema/field.ts';
import type { TableObject } from '../../model/schema/object.ts';
import type { Message } from '../../model/values/message.ts';
import { formatNumberRanges } from '../../model/values/port-list.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { ObjectCall, Value, Values } from '../../model/wire/call.ts';

/** A port as several tables of one row a port describe it. */
export interface PortRow {
  readonly port: number;
  /** The columns of all tables together. */
  readonly values: Values;
}

/** What was typed and chosen: column values by port number. */
export type PortDraft = ReadonlyMap<number, Values>;

/** The column of a table that names the port. */
export function portColumn(object: TableObject): string {
  const [column] = Object.keys(object.index);
  if (column === undefined) throw new Error(`${object.name} has no index.`);
  return column;
}

/** The table and the field of a column. */
export function findColumn(objects: readonly TableObject[], name: string): { object: TableObject; field: Field } {
  for (const object of objects) {
    const field = object.fields[name];
    if (field) return { object, field };
  }
  throw new Error(`No table of the port grid has a column ${name}.`);
}

/** Lays the tables' rows together by port, in port order. A port stands where its first table has a row of it. */
export function joinPorts(objects: readonly TableObject[], tables: readonly (readonly Values[])[]): PortRow[] {
  const ports = new Map<number, Values[]>();
  tables.forEach((rows, at) => {
    const object = objects[at];
    if (!object) return;
    const column = portColumn(object);
    for (const row of rows) {
      const port = Number(row[column]);
      if (at === 0) ports.set(port, [row]);
      else ports.get(port)?.push(row);
    }
  });
  return [...ports].map(([port, rows]) => joined(port, rows)).sort((a, b) => a.port - b.port);
}

const joins = new WeakMap<Values, { readonly rows: readonly Values[]; readonly joined: PortRow }>();

/** The same object again while none of its rows was read with other values: so unchanged ports are not drawn anew. */
function joined(port: number, rows: readonly Values[]): PortRow {
  const [first = {}] = rows;
  const before = joins.get(first);
  if (before && before.rows.length === rows.length && before.rows.every((row, at) => row === rows[at])) {
    return before.joined;
  }
  const row = { port, values: Object.assign({}, ...rows) as Values };
  joins.set(first, { rows, joined: row });
  return row;
}

/** The draft with one value changed; a value as the device has it is no draft. */
export function withValue(draft: PortDraft, row: PortRow, column: string, value: Value): PortDraft {
  const { [column]: _, ...rest } = draft.get(row.port) ?? {};
  const present = row.values[column];
  const values = String(present ?? '') === String(value) ? rest : { ...rest, [column]: value };
  const next = new Map(draft);
  if (Object.keys(values).length === 0) next.delete(row.port);
  else next.set(row.port, values);
  return next;
}

/** The first draft's values of one column in the place of the second's; for taking back what was copied to all ports. */
export function withColumnOf(from: PortDraft, draft: PortDraft, rows: readonly PortRow[], column: string): PortDraft {
  return rows.reduce(
    (next, row) => withValue(next, row, column, from.get(row.port)?.[column] ?? row.values[column] ?? ''),
    draft,
  );
}

/** Why drafted values cannot be applied: messages by column, by port. */
export function problemsOf(objects: readonly TableObject[], draft: PortDraft): Map<number, Record<string, Message>> {
  const problems = new Map<number, Record<string, Message>>();
  for (const [port, values] of draft) {
    const messages = Object.entries(values).flatMap(([column, value]) => {
      const reading = findColumn(objects, column).field.read(value);
      return reading.ok ? [] : [[column, reading.message] as const];
    });
    if (messages.length > 0) problems.set(port, Object.fromEntries(messages));
  }
  return problems;
}

/** What Apply would change; what cannot be read is left out. */
export function portChanges(objects: readonly TableObject[], rows: readonly PortRow[], draft: PortDraft): Change[] {
  return rows.flatMap(({ port, values }) =>
    Object.entries(draft.get(port) ?? {}).flatMap(([column, value]): Change[] => {
      const { object, field } = findColumn(objects, column);
      const reading = field.read(value);
      const from = values[column];
      if (!reading.ok || String(reading.value) === String(from ?? '')) return [];
      return [{ object, kind: 'value', row: values, column, to: reading.value, ...(from !== undefined && { from }) }];
    }),
  );
}

/** One call for each table and port with changes. */
export function portCalls(changes: readonly Change[]): ObjectCall[] {
  const calls = new Map<string, { Template: string } & Record<string, Value>>();
  for (const { object, row, column, to } of changes) {
    if (object.shape !== 'table' || column === undefined || to === undefined) continue;
    const name = portColumn(object);
    const port = row?.[name] ?? 0;
    const key = `${object.name} ${port}`;
    calls.set(key, { ...(calls.get(key) ?? { Template: object.name, [name]: port }), [column]: to });
  }
  return [...calls.values()].map((params) => ({ method: 'CommonSet', params }));
}

/** The changes in words; the same change at several ports is said once. */
export function portChangeWords(t: Translate, changes: readonly Change[]): ChangeWords[] {
  const alike = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.object.name} ${change.column} ${change.from} ${change.to}`;
    alike.set(key, [...(alike.get(key) ?? []), change]);
  }
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { from, to, what } = describeChange(first, t);
    const field = first.column === undefined ? undefined : first.object.fields[first.column];
    if (same.length === 1 || !field || first.object.shape !== 'table') return [{ what, from, to }];
    const column = portColumn(first.object);
    const ports = formatNumberRanges(same.map(({ row }) => Number(row?.[column])).sort((a, b) => a - b));
    return [{ what: t('{{field}} of ports {{ports}}', { field: t(field.label), ports }), from, to }];
  });
}
