import type { Change } from '../../model/configuration/change.ts';
import {
  type GroupObject,
  type GroupValues,
  type IndexOf,
  indexOf,
  type ObjectDeclaration,
  type RowOf,
  type TableObject,
} from '../../model/schema/object.ts';
import { type ObjectCall, RowStatus, type Value, type Values } from '../../model/wire/call.ts';

/**
 * The calls that make changes: one for each group and row, in the order of their first change, with the columns that change and what
 * they are changed from; a new row with what differs from its defaults, a removed one with its index.
 */
export function rowCalls(changes: readonly Change[]): ObjectCall[] {
  const calls = new Map<string, { Template: string } & Record<string, Value>>();
  const known = new Map<string, Record<string, Value>>();
  for (const { object, kind, row = {}, column, from, to } of changes) {
    const index = object.shape === 'table' ? indexOf(object, row) : {};
    const key = `${object.name} ${Object.values(index).join('\n')}`;
    const call = calls.get(key) ?? { Template: object.name, ...index };
    if (kind === 'rowRemoved') calls.set(key, { ...call, RowStatus: RowStatus.destroy });
    else if (kind === 'rowAdded')
      calls.set(key, { ...call, ...givenOf(object.fields, row), RowStatus: RowStatus.createAndGo });
    else if (column !== undefined && to !== undefined) {
      calls.set(key, { ...call, [column]: to });
      const isRead = object.fields[column]?.access === 'rw';
      if (isRead && from !== undefined) known.set(key, { ...known.get(key), [column]: from });
    }
  }
  return [...calls].map(([key, params]) => {
    const was = known.get(key);
    return { method: 'CommonSet', params, ...(was && { was }) };
  });
}

/** The call that sets columns of a row, unless somebody else has changed one of them since `row` was read. */
export function changeRow<T extends TableObject>(
  object: T,
  row: IndexOf<T> & Values,
  to: Partial<RowOf<T>>,
): ObjectCall[] {
  return rowCalls(valueChanges(object, row, to));
}

/** The same for a group. */
export function changeGroup<G extends GroupObject>(
  object: G,
  present: Values,
  to: Partial<GroupValues<G>>,
): ObjectCall[] {
  return rowCalls(valueChanges(object, present, to));
}

function valueChanges(object: ObjectDeclaration, row: Values, to: Partial<Values>): Change[] {
  return Object.entries(to).flatMap(([column, value]): Change[] => {
    const from = row[column];
    if (value === undefined) return [];
    return [{ object, kind: 'value', row, column, to: value, ...(from !== undefined && { from }) }];
  });
}

/** The values of a new row that a caller may give and that the device would not fill in itself. */
function givenOf(fields: ObjectFields, row: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(row).filter(([column, value]) => {
      const field = fields[column];
      return field && ['rw', 'wo', 'create'].includes(field.access) && String(value) !== String(field.default);
    }),
  );
}

type ObjectFields = Readonly<Record<string, { readonly access: string; readonly default: Value }>>;
