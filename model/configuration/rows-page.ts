import type { TableObject } from '../schema/object.ts';
import { type Message, say } from '../values/message.ts';
import type { Value, Values } from '../wire/call.ts';
import { PAGE_SIZE_MAXIMUM, pageParameters, type RowsPage } from '../wire/rows-page.ts';
import { outOfRange } from './message.ts';
import { type Steps, sortedInSteps } from './steps.ts';

/** Which page of a table is asked for. */
export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** A column of the table; undefined for index order. */
  readonly orderBy: string | undefined;
  readonly descending: boolean;
}

/** A reading of page parameters: none given, or what is wrong with one. */
type PagingReading = { readonly paging: Paging | undefined } | { readonly problem: Message };

/** Reads the page parameters among those of a CommonGet for `object`. */
export function readPaging(object: TableObject, params: Values): PagingReading {
  if (!Object.keys(params).some((name) => pageParameters.has(name))) return { paging: undefined };
  const { Page = 1, PageSize = 20, OrderBy: orderBy, Descending = 0 } = params;
  const page = integerWithin(Page, Number.MAX_SAFE_INTEGER);
  const size = integerWithin(PageSize, PAGE_SIZE_MAXIMUM);
  if (page === undefined) return { problem: say('Page must be a number from 1.') };
  if (size === undefined) return { problem: outOfRange(1, PAGE_SIZE_MAXIMUM) };
  if (orderBy !== undefined && !Object.hasOwn(object.fields, orderBy)) {
    return {
      problem: say('{{object}} has no column "{{name}}".', {
        object: say(object.title),
        name: `${orderBy}`.slice(0, 64),
      }),
    };
  }
  const order = orderBy === undefined ? undefined : String(orderBy);
  return { paging: { page, size, orderBy: order, descending: Number(Descending) === 1 } };
}

function integerWithin(value: Value, max: number): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : undefined;
}

/**
 * One page of `rows`, which come in index order, in steps: there may be thousands. Equal values of the ordering column stay in it. A page beyond the last is empty.
 */
export function* pageOf(
  object: TableObject,
  rows: readonly Values[],
  { page, size, orderBy, descending }: Paging,
): Steps<RowsPage> {
  const field = orderBy === undefined ? undefined : object.fields[orderBy];
  let ordered = rows;
  if (field && orderBy !== undefined) {
    const direction = descending ? -1 : 1;
    const valueIn = (row: Values) => row[orderBy] ?? field.default;
    ordered = yield* sortedInSteps(rows, (a, b) => direction * field.compare(valueIn(a), valueIn(b)));
  }
  return { total: rows.length, rows: ordered.slice((page - 1) * size, page * size) };
}
