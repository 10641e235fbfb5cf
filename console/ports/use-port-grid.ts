import { useCallback, useMemo, useRef, useState } from 'react';
import type { Change, ChangeWords } from '../../model/configuration/change.ts';
import { wordsOfChanges } from '../../model/configuration/told-changes.ts';
import type { TableObject } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { ObjectCall, Value, Values } from '../../model/wire/call.ts';
import { failureText } from '../call/failure.ts';
import type { Sure } from '../call/guarded.ts';
import { report } from '../call/report.ts';
import { rowCalls } from '../call/row-calls.ts';
import { useApply } from '../call/use-apply.ts';
import { type ReadOptions, useRowsOfEach } from '../call/use-reads.ts';
import { toast } from '../feedback/toast.ts';
import { useObservable } from '../feedback/use-observable.ts';
import { conflictsOf, type DraftState, entriesOf, type PlaceValues } from '../form/draft-store.ts';
import { useDraftStore } from '../form/use-draft-store.ts';
import { useText } from '../translations/use-text.ts';
import { type JoinedRow, joinPorts, type PortRow, type PortTables, portChanges, problemOf } from './port-draft.ts';
import { placeOfRefusal } from './refusal-place.ts';

/** Contents of a port table and the work of its Apply button. */
export interface PortGrid {
  readonly tables: PortTables;
  /** Undefined while they are read. */
  readonly rows: readonly PortRow[] | undefined;
  /** Reading failed; milliseconds since 1970 of the last time it did not. */
  readonly since: number | undefined;
  /** Why it did. */
  readonly failure: unknown;
  /** The entries by column, by row key: those that differ from what the device has, wrong ones too. */
  readonly draft: PlaceValues;
  /** The choice in the row "All", by column; "" is Ignore. */
  readonly all: Values;
  readonly problems: DraftState['problems'];
  readonly changes: readonly Change[];
  readonly words: readonly ChangeWords[];
  /** The device's values, by column, by row key, of what another session changed after it was changed here. */
  readonly conflicts: PlaceValues;
  /** The number of entries. */
  readonly count: number;
  readonly pending: boolean;
  /** Counts up when Apply found something wrong: the first marked control is to be focused. */
  readonly refused: number;
  readonly set: (row: PortRow, column: string, value: Value) => void;
  /** Keeps an entry that another session's change is in conflict with. */
  readonly keepMine: (row: PortRow, column: string) => void;
  /** Copies a value to the ports of `applicable`; "" takes back what was copied before. */
  readonly setAll: (applicable: readonly PortRow[], column: string, value: Value) => void;
  /** Restarts the first row, for other ports: copied values stay. */
  readonly release: () => void;
  readonly check: (key: string) => void;
  readonly apply: () => Promise<void>;
  readonly cancel: () => void;
}

interface PortGridOptions extends ReadOptions {
  /** The index column of the first table that names the port; default: its first one. */
  readonly port?: string;
  /** The change's purpose, for the device's log. */
  readonly what?: string;
  /** Called before anything is sent; false stops it, a question is asked first. */
  readonly sure?: (changes: readonly Change[], calls: readonly ObjectCall[]) => Promise<Sure> | Sure;
}

/**
 * Edits tables of rows of ports together: a draft by row, the row "All", one batch with only what changed. Rows may come and
 * go with trunks and instances. `objects` has to be the same list on each drawing.
 */
export function usePortGrid(objects: readonly TableObject[], options: PortGridOptions = {}): PortGrid {
  const { what, sure, port, ...reading } = options;
  const tables = useMemo(() => ({ objects, port }), [objects, port]);
  const t = useText();
  const { apply, pending } = useApply();
  const reads = useRowsOfEach(objects, reading);
  const [all, setAllValues] = useState<Values>({});
  const [refused, setRefused] = useState(0);
  /** The draft as it was before a column was copied to all ports, by column. */
  const before = useRef(new Map<string, PlaceValues>());

  const joined = useRef<ReadonlyMap<string, JoinedRow>>(new Map());
  const complete = reads.map((read) => read.data).filter((table) => table !== undefined);
  if (complete.length === objects.length) joined.current = joinPorts(tables, complete, joined.current);
  const rows = complete.length === objects.length ? [...joined.current.values()].map(({ row }) => row) : undefined;
  const name = objects[0]?.name ?? '';
  const { draft: store } = useDraftStore({
    present: rows && new Map(rows.map(({ key, values }) => [key, values])),
    nameOf: (place, column) => `${name}#${column}#${place}`,
    placeOf(kept) {
      const [table, column, ...place] = kept.split('#');
      return table === name && column !== undefined ? { place: place.join('#'), column } : undefined;
    },
  });
  const state = useObservable(store);
  const { typed: draft, problems } = state;
  const entries = entriesOf(draft);
  const failed = reads.find((read) => read.isError);
  const changes = rows ? portChanges(objects, rows, state) : [];

  const set = useCallback(
    ({ key }: PortRow, column: string, value: Value) => store.enter({ place: key, column, value }),
    [store],
  );
  const keepMine = useCallback(({ key }: PortRow, column: string) => store.keepMine(key, column), [store]);
  /** Checks the entries of a row, or of all; answers whether they can be applied. */
  const check = useCallback(
    (key?: string) => {
      const found = entriesOf(store.get().typed)
        .filter(({ place }) => key === undefined || place === key)
        .map((entry) => ({ ...entry, problem: problemOf(objects, entry) }));
      for (const { place, column, problem } of found) store.judge(place, column, problem && wordsOf(problem, t));
      return found.every(({ problem }) => problem === undefined);
    },
    [objects, store, t],
  );
  const release = useCallback(() => {
    setAllValues({});
    before.current.clear();
  }, []);
  const cancel = () => {
    store.cancel();
    release();
  };

  return {
    tables,
    rows,
    since: failed ? failed.dataUpdatedAt : undefined,
    failure: failed?.error,
    draft,
    all,
    problems,
    changes,
    words: wordsOfChanges(changes, t),
    conflicts: useMemo(() => conflictsOf(state), [state]),
    count: entries.length,
    pending,
    refused,
    set,
    keepMine,
    setAll(applicable, column, value) {
      const saved = before.current.get(column) ?? draft;
      if (value === '') before.current.delete(column);
      else before.current.set(column, saved);
      // The values copied before are reverted first: a port that cannot take this value keeps its own.
      const restored = (rows ?? []).map(({ key, values }) => ({
        place: key,
        column,
        value: saved.get(key)?.[column] ?? values[column] ?? '',
      }));
      const copied = value === '' ? [] : applicable.map(({ key }) => ({ place: key, column, value }));
      store.enter(...restored, ...copied);
      setAllValues((now) => ({ ...now, [column]: value }));
    },
    release,
    check,
    async apply() {
      store.forgive();
      if (!check()) return setRefused((count) => count + 1);
      const calls = rowCalls(changes);
      if (calls.length === 0) return toast(t('No changes.'), 'info');
      const answer = sure ? await sure(changes, calls) : true;
      if (!answer) return;
      const applied = await apply(calls, {
        quiet: true,
        ...(answer !== true && { ask: answer }),
        ...(what !== undefined && { what }),
      });
      if (applied.ok) {
        store.applied(draft);
        return release();
      }
      if (applied.cancelled) return;
      const place = placeOfRefusal(applied.failure, tables, rows ?? [], draft);
      if (!place) return report(applied.failure);
      store.refuse({ ...place, message: failureText(applied.failure, t) });
      setRefused((count) => count + 1);
    },
    cancel,
  };
}
