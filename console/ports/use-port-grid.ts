import { useCallback, useMemo, useRef, useState } from 'react';
import type { Change, ChangeWords } from '../../model/configuration/change.ts';
import { wordsOfChanges } from '../../model/configuration/told-changes.ts';
import type { TableObject } from '../../model/schema/object.ts';
import type { Message } from '../../model/values/message.ts';
import type { ObjectCall, Value, Values } from '../../model/wire/call.ts';
import { report } from '../call/report.ts';
import { rowCalls } from '../call/row-calls.ts';
import { useApply } from '../call/use-apply.ts';
import { type ReadOptions, useRowsOfEach } from '../call/use-reads.ts';
import { toast } from '../feedback/toast.ts';
import { useUnsavedInput } from '../form/unsaved-input.ts';
import { type KeptValue, type KeptValues, useKeptDraft } from '../form/use-kept-draft.ts';
import { useText } from '../translations/use-text.ts';
import {
  conflictsOf,
  followedBy,
  type JoinedRow,
  joinPorts,
  ofRows,
  type PortDraft,
  type PortRow,
  type PortTables,
  portChanges,
  problemsOf,
  withColumnOf,
  withValue,
  withValueOf,
} from './port-draft.ts';
import { placeOfRefusal, type RefusalPlace } from './refusal-place.ts';

/** Contents of a port table and the work of its Apply button. */
export interface PortGrid {
  readonly tables: PortTables;
  /** Undefined while they are read. */
  readonly rows: readonly PortRow[] | undefined;
  /** Reading failed; milliseconds since 1970 of the last time it did not. */
  readonly since: number | undefined;
  /** Why it did. */
  readonly failure: unknown;
  /** Of the rows there are now: what was typed for one that went is forgotten. */
  readonly draft: PortDraft;
  /** The choice in the row "All", by column; "" is Ignore. */
  readonly all: Values;
  /** Messages by column, by row key. */
  readonly problems: ReadonlyMap<string, Readonly<Record<string, Message>>>;
  readonly changes: readonly Change[];
  readonly words: readonly ChangeWords[];
  /** The device's values, by column, by row key, of what another session changed after it was changed here. */
  readonly conflicts: ReadonlyMap<string, Values>;
  /** Values that were typed or chosen and differ from the device's, wrong ones too. */
  readonly count: number;
  readonly pending: boolean;
  /** Counts up when Apply found something wrong: the first marked control is to be focused. */
  readonly refused: number;
  readonly set: (row: PortRow, column: string, value: Value) => void;
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
  /** Asked before anything is sent; false stops it. */
  readonly sure?: (changes: readonly Change[], calls: readonly ObjectCall[]) => Promise<boolean> | boolean;
}

const nothing: PortDraft = new Map();
const noProblems: PortGrid['problems'] = new Map();

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
  const [typed, setDraft] = useState(nothing);
  const [all, setAllValues] = useState<Values>({});
  const [problems, setProblems] = useState(noProblems);
  const [refused, setRefused] = useState(0);
  /** The cell whose value the device refused last. */
  const refusedCell = useRef<RefusalPlace>(undefined);
  /** The device's value when a value was first typed in its place. */
  const begun = useRef(nothing);
  /** The draft as it was before a column was copied to all ports, by column. */
  const before = useRef(new Map<string, PortDraft>());

  const joined = useRef<ReadonlyMap<string, JoinedRow>>(new Map());
  const complete = reads.map((read) => read.data).filter((table) => table !== undefined);
  if (complete.length === objects.length) joined.current = joinPorts(tables, complete, joined.current);
  const rows = complete.length === objects.length ? [...joined.current.values()].map(({ row }) => row) : undefined;
  const draft = rows ? ofRows(typed, rows) : typed;
  const failed = reads.find((read) => read.isError);
  const changes = rows ? portChanges(objects, rows, draft) : [];
  useUnsavedInput(countOf(rows, draft) > 0);
  begun.current = followedBy(begun.current, rows ?? [], draft);
  useKeptDraft({
    ready: rows !== undefined,
    owns: (key) => objects.some((object) => key.startsWith(`${object.name}#`)),
    present: () => (countOf(rows, draft) > 0 ? keptOf(objects, draft, begun.current) : {}),
    restore: (values) => {
      const kept = draftOfKept(rows ?? [], values);
      begun.current = kept.begun;
      setDraft(kept.draft);
    },
  });

  const set = useCallback((row: PortRow, column: string, value: Value) => {
    // A user who changes a value again has seen the change made by another session.
    begun.current = withValueOf(begun.current, row, column);
    setDraft((now) => withValue(now, row, column, value));
    const { current: refusal } = refusedCell;
    refusedCell.current = undefined;
    // A refusal of the device may be solved by another cell than the one that it named.
    setProblems((now) => {
      const left = refusal ? withoutProblem(now, refusal.key, refusal.column) : now;
      return withoutProblem(left, row.key, column);
    });
  }, []);
  const check = useCallback(
    (key: string) => {
      const own = problemsOf(objects, new Map([...typed].filter(([drafted]) => drafted === key))).get(key);
      const { current: refusal } = refusedCell;
      const found = refusal?.key === key ? { ...own, [refusal.column]: refusal.message } : own;
      setProblems((now) => {
        if (!found && !now.has(key)) return now;
        const next = new Map(now);
        if (found) next.set(key, found);
        else next.delete(key);
        return next;
      });
    },
    [objects, typed],
  );
  const release = useCallback(() => {
    setAllValues({});
    before.current.clear();
  }, []);
  const cancel = () => {
    setDraft(nothing);
    setProblems(noProblems);
    refusedCell.current = undefined;
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
    conflicts: conflictsOf(rows ?? [], draft, begun.current),
    count: countOf(rows, draft),
    pending,
    refused,
    set,
    setAll(applicable, column, value) {
      const saved = before.current.get(column) ?? draft;
      if (value === '') before.current.delete(column);
      else before.current.set(column, saved);
      // The values copied before are reverted first: a port that cannot take this value keeps its own.
      const restored = withColumnOf(saved, draft, rows ?? [], column);
      setDraft(value === '' ? restored : applicable.reduce((now, row) => withValue(now, row, column, value), restored));
      setAllValues((now) => ({ ...now, [column]: value }));
      setProblems((now) => applicable.reduce((left, { key }) => withoutProblem(left, key, column), now));
    },
    release,
    check,
    async apply() {
      refusedCell.current = undefined;
      const found = problemsOf(objects, draft);
      setProblems(found);
      if (found.size > 0) return setRefused((count) => count + 1);
      const calls = rowCalls(changes);
      if (calls.length === 0) return toast(t('No changes.'), 'info');
      if (sure && !(await sure(changes, calls))) return;
      const applied = await apply(calls, { quiet: true, ...(what !== undefined && { what }) });
      if (applied.ok) return cancel();
      if (applied.cancelled) return;
      const place = placeOfRefusal(applied.failure, tables, rows ?? [], draft);
      if (!place) return report(applied.failure);
      refusedCell.current = place;
      setProblems(new Map([[place.key, { [place.column]: place.message }]]));
      setRefused((count) => count + 1);
    },
    cancel,
  };
}

function withoutProblem(problems: PortGrid['problems'], key: string, column: string): PortGrid['problems'] {
  const present = problems.get(key);
  if (!present || !(column in present)) return problems;
  const { [column]: _, ...rest } = present;
  return new Map(problems).set(key, rest);
}

function countOf(rows: readonly PortRow[] | undefined, draft: PortDraft): number {
  let count = 0;
  for (const { key, values } of rows ?? []) {
    for (const [column, value] of Object.entries(draft.get(key) ?? {})) {
      if (String(values[column] ?? '') !== String(value)) count += 1;
    }
  }
  return count;
}

/** The draft under names of table, column and row. */
function keptOf(objects: readonly TableObject[], draft: PortDraft, begun: PortDraft): KeptValues {
  const name = objects[0]?.name ?? '';
  return Object.fromEntries(
    [...draft].flatMap(([key, values]) =>
      Object.entries(values).map(([column, value]): [string, KeptValue] => [
        `${name}#${column}#${key}`,
        { value, from: begun.get(key)?.[column] ?? '' },
      ]),
    ),
  );
}

function draftOfKept(
  rows: readonly PortRow[],
  kept: KeptValues,
): { readonly draft: PortDraft; readonly begun: PortDraft } {
  let draft = nothing;
  const begun = new Map<string, Values>();
  for (const [name, { value, from }] of Object.entries(kept)) {
    const [, column, ...named] = name.split('#');
    const row = rows.find((candidate) => candidate.key === named.join('#'));
    if (!row || column === undefined || !(column in row.values)) continue;
    draft = withValue(draft, row, column, value);
    begun.set(row.key, { ...begun.get(row.key), [column]: from });
  }
  return { draft, begun };
}
