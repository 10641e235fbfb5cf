import type {
  GroupObject,
  GroupValues,
  IndexOf,
  ObjectDeclaration,
  RowOf,
  TableObject,
} from '../../model/schema/object.ts';
import { type ObjectCall, RowStatus, type Value } from '../../model/wire/call.ts';

type Columns = Readonly<Record<string, Value | undefined>>;

/** Sets some values of a group. */
export function setGroup<G extends GroupObject>(object: G, values: Partial<GroupValues<G>>): ObjectCall {
  return set(object, values);
}

/** Sets some columns of the row that the index columns name. */
export function setRow<T extends TableObject>(object: T, row: IndexOf<T> & Partial<RowOf<T>>): ObjectCall {
  return set(object, row);
}

/** Adds a row with some of its columns; the others take their defaults. */
export function createRow<T extends TableObject>(object: T, row: IndexOf<T> & Partial<RowOf<T>>): ObjectCall {
  return set(object, { ...row, RowStatus: RowStatus.createAndGo });
}

/** Deletes the row that the index columns name. */
export function deleteRow<T extends TableObject>(object: T, index: IndexOf<T>): ObjectCall {
  return set(object, { ...index, RowStatus: RowStatus.destroy });
}

/** Deletes every row but the built-in ones. */
export function deleteAllRows(object: TableObject): ObjectCall {
  return { method: 'CommonDelAll', params: { Template: object.name } };
}

/** Reads a group, a table, or the rows that `query` names. `quiet` polls do not keep an idle session alive. */
export function get(object: ObjectDeclaration, query: Columns = {}, quiet = false): ObjectCall {
  return {
    method: 'CommonGet',
    params: { Template: object.name, ...given(query), ...(quiet && { WebAuthenRequestState: 'Disable' }) },
  };
}

function set(object: ObjectDeclaration, columns: Columns): ObjectCall {
  return { method: 'CommonSet', params: { Template: object.name, ...given(columns) } };
}

/** Without the columns that have no value. */
function given(columns: Columns): Record<string, Value> {
  const result: Record<string, Value> = {};
  for (const [name, value] of Object.entries(columns)) if (value !== undefined) result[name] = value;
  return result;
}
