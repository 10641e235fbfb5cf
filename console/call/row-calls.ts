import type { Change } from '../../model/configuration/change.ts';
import { rowKey } from '../../model/schema/object.ts';
import { type ObjectCall, RowStatus, type Value } from '../../model/wire/call.ts';

/**
 * The calls that make changes: one for each group and row, in the order of their first change, with the columns that change; a
 * new row with what differs from its defaults, a removed one with its index.
 */
export function rowCalls(changes: readonly Change[]): ObjectCall[] {
  const calls = new Map<string, { Template: string } & Record<string, Value>>();
  for (const { object, kind, row, column, to } of changes) {
    if (object.shape === 'group') {
      if (column === undefined || to === undefined) continue;
      calls.set(object.name, { ...(calls.get(object.name) ?? { Template: object.name }), [column]: to });
      continue;
    }
    if (!row) continue;
    const key = `${object.name} ${rowKey(object, row)}`;
    const index = Object.fromEntries(Object.keys(object.index).map((name) => [name, row[name] ?? 0]));
    const call = calls.get(key) ?? { Template: object.name, ...index };
    if (kind === 'rowRemoved') calls.set(key, { ...call, RowStatus: RowStatus.destroy });
    else if (kind === 'rowAdded')
      calls.set(key, { ...call, ...givenOf(object.fields, row), RowStatus: RowStatus.createAndGo });
    else if (column !== undefined && to !== undefined) calls.set(key, { ...call, [column]: to });
  }
  return [...calls.values()].map((params) => ({ method: 'CommonSet', params }));
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
