import {
  hashKey,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import type {
  GroupObject,
  GroupValues,
  IndexOf,
  ObjectDeclaration,
  RowOf,
  TableObject,
} from '../../model/schema/object.ts';
import { isRecord } from '../../model/values/json-record.ts';
import type { ObjectCall, Value, Values } from '../../model/wire/call.ts';
import { useObservable } from '../feedback/use-observable.ts';
import { sessionEnded } from '../session/session-end.ts';
import { call } from './call.ts';
import { StrangeAnswer } from './failure.ts';
import { get } from './object-calls.ts';
import { readAgain, readTogether } from './read-together.ts';

/** Milliseconds between two reads of what is being set: another session's change is seen that soon. */
export const settingsPoll = 10_000;

/** When an object is read. */
export interface ReadOptions {
  /** Milliseconds between two reads; left out, the object is read once and after each applied change. */
  readonly poll?: number | false;
  /** No one asked for it: the first read is a poll like the others, and keeps no idle session alive. */
  readonly background?: boolean;
  /** False waits with reading. */
  readonly enabled?: boolean;
  /** Milliseconds the device may take; default 20000. */
  readonly timeout?: number;
}

/** The values of a group. `data` is undefined until the first answer. */
export function useGroup<G extends GroupObject>(object: G, options: ReadOptions = {}): UseQueryResult<GroupValues<G>> {
  return useRead(object, {}, options, (result) => {
    if (!isValues(result)) throw new StrangeAnswer(`The device answered no values of ${object.title}.`);
    // The device validates with the same declaration; columns that are unknown here are not looked at.
    return result as unknown as GroupValues<G>;
  });
}

/** The rows of a table in index order, or those that the columns of `query` name. */
export function useRows<T extends TableObject>(
  object: T,
  query: Partial<RowOf<T>> = {},
  options: ReadOptions = {},
): UseQueryResult<readonly RowOf<T>[]> {
  return useRead(object, query as Partial<Values>, options, (result) => {
    const rows = Array.isArray(result) ? result : [result];
    if (!rows.every(isValues)) throw new StrangeAnswer(`The device answered no rows of ${object.title}.`);
    return rows as unknown as readonly RowOf<T>[];
  });
}

/** The one row that the index columns name; a row that is gone fails with code 2, which is left to the page to say. */
export function useRow<T extends TableObject>(
  object: T,
  index: IndexOf<T>,
  options: ReadOptions = {},
): UseQueryResult<RowOf<T>> {
  const ended = useObservable(sessionEnded);
  const query = readQuery(object, index as Values, options, ended, (result) => {
    const row = Array.isArray(result) ? result[0] : result;
    if (!isValues(row)) throw new StrangeAnswer(`The device answered no row of ${object.title}.`);
    return row as unknown as RowOf<T>;
  });
  return useQuery({ ...query, meta: { ...query.meta, row: true } });
}

/** The rows of several objects, in the order of `objects`, for what shows them together; a group counts as one row. */
export function useRowsOfEach(
  objects: readonly ObjectDeclaration[],
  options: ReadOptions = {},
): UseQueryResult<readonly Values[]>[] {
  const ended = useObservable(sessionEnded);
  return useQueries({
    queries: objects.map((object) => ({
      ...readQuery(object, {}, options, ended, (result): Values | readonly Values[] => {
        if (isRows(result) || isValues(result)) return result;
        throw new StrangeAnswer(`The device answered no values of ${object.title}.`);
      }),
      select: rowsOf,
    })),
  });
}

/** A row by its index columns. */
export interface NamedRow {
  readonly object: TableObject;
  readonly index: Values;
}

/** Single rows of several tables, in the order of `rows`; one that there is not fails with code 2. */
export function useEachRow(rows: readonly NamedRow[], options: ReadOptions = {}): UseQueryResult<Values>[] {
  const ended = useObservable(sessionEnded);
  return useQueries({
    queries: rows.map(({ object, index }) => {
      const query = readQuery(object, index, options, ended, (result): Values => {
        const row: unknown = Array.isArray(result) ? result[0] : result;
        if (!isValues(row)) throw new StrangeAnswer(`The device answered no row of ${object.title}.`);
        return row;
      });
      return { ...query, meta: { ...query.meta, row: true } };
    }),
  });
}

function rowsOf(values: Values | readonly Values[]): readonly Values[] {
  return isRows(values) ? values : [values];
}

function isRows(values: unknown): values is readonly Values[] {
  return Array.isArray(values) && values.every(isValues);
}

function useRead<Data>(
  object: ObjectDeclaration,
  query: Query,
  options: ReadOptions,
  read: (result: unknown) => Data,
): UseQueryResult<Data> {
  const ended = useObservable(sessionEnded);
  return useQuery(readQuery(object, query, options, ended, read));
}

type Query = Readonly<Record<string, Value | undefined>>;

/** A read of an object as the query client takes it; `read` makes sense of the answer, or throws a `StrangeAnswer`. */
export function readQuery<Data>(
  object: ObjectDeclaration,
  query: Query,
  options: ReadOptions,
  ended: boolean,
  read: (result: unknown) => Data,
) {
  const { poll = false, background = false, enabled = true, timeout } = options;
  return queryOptions({
    queryKey: [object.name, query],
    queryFn: async ({ client, queryKey }) => {
      // The first read is the administrator opening the page; only the repeats are the timer's.
      const quiet = background || (poll !== false && client.getQueryData(queryKey) !== undefined);
      const asked = get(object, query, quiet);
      // A slow read keeps no other one waiting.
      if (timeout) return read(await call(asked, { timeout }));
      return quiet ? readChanged(client, queryKey, asked.params, read) : read(await readTogether(asked.params));
    },
    enabled: enabled && !ended,
    refetchInterval: ended ? false : poll,
    meta: { poll: poll !== false },
  });
}

/** The device's answer to a poll, and the number of the query's success that it became. */
interface Known {
  readonly tag: string;
  readonly success: number;
}

const knownBy = new WeakMap<QueryClient, Map<string, Known>>();

/** Repeats a read: what is shown already does not travel again. */
async function readChanged<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  params: ObjectCall['params'],
  read: (result: unknown) => Data,
): Promise<Data> {
  const known = knownBy.get(client) ?? new Map<string, Known>();
  knownBy.set(client, known);
  const name = hashKey(queryKey);
  const before = known.get(name);
  const shown = client.getQueryState<Data>(queryKey);
  // A tag is good for what was shown with it, and for nothing that was read since.
  const isKnown = before !== undefined && before.success === shown?.dataUpdateCount;
  const { result, tag } = await readAgain(params, isKnown ? before.tag : '');
  const unchanged = isKnown && result === undefined ? shown?.data : undefined;
  const data = unchanged ?? read(result);
  const successes = shown?.dataUpdateCount ?? 0;
  // A read that an applied change has replaced may be answered after its successor, with what is not shown.
  const isShownNext = (client.getQueryState(queryKey)?.dataUpdateCount ?? 0) === successes;
  if (tag === undefined || !isShownNext) known.delete(name);
  else known.set(name, { tag, success: successes + 1 });
  return data;
}

function isValues(value: unknown): value is Values {
  return isRecord(value);
}
