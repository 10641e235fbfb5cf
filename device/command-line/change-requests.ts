import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import type { Request } from '../management.ts';
import { renamed } from './index-words.ts';
import type { Target, TargetColumn } from './menu.ts';
import type { Change } from './settable.ts';

/** The requests of a line: one for each object and row that it changes. No rows are all of a table. */
export function requestsOf(
  change: Change,
  target: Target,
  rows: readonly Values[],
  values: ReadonlyMap<ObjectDeclaration, Values>,
): readonly Request[] {
  const { table } = target;
  if (change === 'delete' && table) {
    if (rows.length === 0) return [{ kind: 'deleteAll', object: table, values: {} }];
    return rows.map((index) => ({ kind: 'destroy', object: table, values: index }));
  }
  if (change === 'add' && table) {
    return rows.map((index) => ({ kind: 'create', object: table, values: { ...index, ...values.get(table) } }));
  }
  return [...values].flatMap(([object, given]) =>
    rows.map((index) => ({
      kind: 'set' as const,
      object,
      values: { ...renamed(target, object, index, undefined).query, ...given },
    })),
  );
}

/** The values that a line gives, by the objects that they are of. */
export function byObject(
  given: ReadonlyMap<string, TargetColumn & { readonly value: Value }>,
): ReadonlyMap<ObjectDeclaration, Values> {
  const values = new Map<ObjectDeclaration, Values>();
  for (const { object, name, value } of given.values()) values.set(object, { ...values.get(object), [name]: value });
  return values;
}
