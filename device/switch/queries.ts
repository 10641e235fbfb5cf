import { inBreaths } from '../../datapath/breath.ts';
import { type Paging, pageOf } from '../../model/configuration/rows-page.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { ObjectCall, Values } from '../../model/wire/call.ts';
import { type ObjectIndex, objectOf, readPageAsked, readQuery } from '../configuration/read-request.ts';
import type { Caller, Management } from '../management.ts';

/** The query of a CommonGet. */
export interface Query {
  readonly object: ObjectDeclaration;
  readonly values: Values;
  readonly paging: Paging | undefined;
}

/** The query of a call with these parameters. Throws a `Refusal` where there is no such object or column. */
export function queryOf(objects: ObjectIndex, params: ObjectCall['params']): Query {
  const object = objectOf(objects, params.Template);
  return { object, values: readQuery(object, params), paging: readPageAsked(object, params) };
}

/** The result of a query, or one page of it. */
export async function answerQuery(
  management: Management,
  { object, values, paging }: Query,
  caller: Caller,
): Promise<unknown> {
  if (paging && object.shape === 'table' && management.readPage)
    return management.readPage(object, values, paging, caller);
  const read = await management.read(object, values, caller);
  return paging && object.shape === 'table' && isRows(read) ? inBreaths(pageOf(object, read, paging)) : read;
}

/** What was read, as rows: those of a group are one. */
export function rowsOf(read: Values | readonly Values[]): readonly Values[] {
  return isRows(read) ? read : [read];
}

function isRows(read: Values | readonly Values[]): read is readonly Values[] {
  return Array.isArray(read);
}
