import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { RowOf, TableObject } from '../../model/schema/object.ts';
import type { Value } from '../../model/wire/call.ts';
import type { RowsPage } from '../../model/wire/rows-page.ts';
import { useObservable } from '../feedback/use-observable.ts';
import { sessionEnded } from '../session/session-end.ts';
import { StrangeAnswer } from './failure.ts';
import { type ReadOptions, readQuery } from './use-reads.ts';

/** Which page of a table is shown, and how its rows are ordered. */
export interface PageChoice {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** Undefined for index order. */
  readonly order: { readonly key: string; readonly descending: boolean } | undefined;
}

/**
 * One page of a table that is too long to be read as a whole; the device narrows it by `filters`, orders it and counts it. The
 * former page stays in `data` until the next one is there.
 */
export function useRowsPage<T extends TableObject>(
  object: T,
  filters: Readonly<Record<string, Value>>,
  { page, size, order }: PageChoice,
  options: ReadOptions = {},
): UseQueryResult<RowsPage<RowOf<T>>> {
  const ended = useObservable(sessionEnded);
  const asked = {
    ...filters,
    Page: page,
    PageSize: size,
    ...(order && { OrderBy: order.key, Descending: order.descending ? 1 : 0 }),
  };
  const query = readQuery(object, asked, options, ended, (result): RowsPage<RowOf<T>> => {
    if (isRowsPage<RowOf<T>>(result)) return result;
    throw new StrangeAnswer(`The device answered no page of ${object.title}.`);
  });
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

function isRowsPage<Row>(result: unknown): result is RowsPage<Row> {
  return (
    typeof result === 'object' &&
    result !== null &&
    'total' in result &&
    typeof result.total === 'number' &&
    'rows' in result &&
    Array.isArray(result.rows)
  );
}
