import { useCallback, useRef, useState } from 'react';
import type { Change, ChangeWords } from '../../model/configuration/change.ts';
import type { TableObject } from '../../model/schema/object.ts';
import type { Message } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { report } from '../call/report.ts';
import { useApply } from '../call/use-apply.ts';
import { type ReadOptions, useRowsOfEach } from '../call/use-reads.ts';
import { toast } from '../feedback/toast.ts';
import { useUnsavedInput } from '../form/unsaved-input.ts';
import { useKeptDraft } from '../form/use-kept-draft.ts';
import { useText } from '../translations/use-text.ts';
import {
  joinPorts,
  type PortDraft,
  type PortRow,
  portCalls,
  portChanges,
  portChangeWords,
  problemsOf,
  withColumnOf,
  withValue,
} from './port-draft.ts';
import { placeOfRefusal } from './refusal-place.ts';

/** What a port table shows and what its Apply button does. */
export interface PortGrid {
  readonly objects: readonly TableObject[];
  /** Undefined while they are read. */
  readonly rows: readonly PortRow[] | undefined;
  /** Reading failed; milliseconds since 1970 of the last time it did not. */
  readonly since: number | undefined;
  readonly draft: PortDraft;
  /** What is chosen in the row "All", by column; "" is Ignore. */
  readonly all: Values;
  readonly problems: ReadonlyMap<number, Readonly<Record<string, Message>>>;
  readonly changes: readonly Change[];
  readonly words: readonly ChangeWords[];
  /** Values that were typed or chosen and differ from the device's, wrong ones too. */
  readonly count: number;
  readonly pending: boolean;
  /** Counts up when Apply found something wrong: the first marked control is to be focused. */
  readonly refused: number;
  readonly set: (row: PortRow, column: string, value: Value) => void;
  /** Copies a value to the ports of `applicable`; "" takes back what was copied before. */
  readonly setAll: (applicable: readonly PortRow[], column: string, value: Value) => void;
  readonly checkPort: (port: number) => void;
  readonly apply: () => Promise<void>;
  readonly cancel: () => void;
}

interface PortGridOptions extends ReadOptions {
  /** What the change is for, for the device's log. */
  readonly what?: string;
  /** Asked before anything is sent; false stops it. */
  readonly sure?: (changes: readonly Change[]) => Promise<boolean> | boolean;
}

const nothing: PortDraft = new Map();
const noProblems: PortGrid['problems'] = new Map();

/**
 * Edits tables of one row a port together: a draft by port, the row "All", one batch with only what changed. `objects` has
 * to be the same list on each drawing.
 */
export function usePortGrid(objects: readonly TableObject[], options: PortGridOptions = {}): PortGrid {
  const { what, sure, ...reading } = options;
  const t = useText();
  const { apply, pending } = useApply();
  const reads = useRowsOfEach(objects, reading);
  const [draft, setDraft] = useState(nothing);
  const [all, setAllValues] = useState<Values>({});
  const [problems, setProblems] = useState(noProblems);
  const [refused, setRefused] = useState(0);
  /** The draft as it was before a column was copied to all ports, by column. */
  const before = useRef(new Map<string, PortDraft>());

  const tables = reads.map((read) => read.data);
  const complete = tables.filter((table) => table !== undefined);
  const rows = complete.length === objects.length ? joinPorts(objects, complete) : undefined;
  const failed = reads.find((read) => read.isError);
  const changes = rows ? portChanges(objects, rows, draft) : [];
  useUnsavedInput(countOf(rows, draft) > 0);
  useKeptDraft(
    rows !== undefined,
    (key) => objects.some((object) => key.startsWith(`${object.name}#`)),
    () => keptOf(objects, draft),
    (values) => setDraft(draftOfKept(rows ?? [], values)),
  );

  const set = useCallback((row: PortRow, column: string, value: Value) => {
    setDraft((now) => withValue(now, row, column, value));
    setProblems((now) => withoutProblem(now, row.port, column));
  }, []);
  const checkPort = useCallback(
    (port: number) => {
      const found = problemsOf(objects, new Map([...draft].filter(([drafted]) => drafted === port))).get(port);
      setProblems((now) => {
        if (!found && !now.has(port)) return now;
        const next = new Map(now);
        if (found) next.set(port, found);
        else next.delete(port);
        return next;
      });
    },
    [objects, draft],
  );
  const cancel = () => {
    setDraft(nothing);
    setAllValues({});
    setProblems(noProblems);
    before.current.clear();
  };

  return {
    objects,
    rows,
    since: failed ? failed.dataUpdatedAt : undefined,
    draft,
    all,
    problems,
    changes,
    words: portChangeWords(t, changes),
    count: countOf(rows, draft),
    pending,
    refused,
    set,
    setAll(applicable, column, value) {
      const saved = before.current.get(column) ?? draft;
      if (value === '') before.current.delete(column);
      else before.current.set(column, saved);
      // What was copied before is taken back first: a port that cannot take this value keeps its own.
      const restored = withColumnOf(saved, draft, rows ?? [], column);
      setDraft(value === '' ? restored : applicable.reduce((now, row) => withValue(now, row, column, value), restored));
      setAllValues((now) => ({ ...now, [column]: value }));
      setProblems((now) => applicable.reduce((left, { port }) => withoutProblem(left, port, column), now));
    },
    checkPort,
    async apply() {
      const found = problemsOf(objects, draft);
      setProblems(found);
      if (found.size > 0) return setRefused((count) => count + 1);
      const calls = portCalls(changes);
      if (calls.length === 0) return toast(t('Nothing has changed.'), 'info');
      if (sure && !(await sure(changes))) return;
      const applied = await apply(calls, { quiet: true, ...(what !== undefined && { what }) });
      if (applied.ok) return cancel();
      if (applied.cancelled) return;
      const place = placeOfRefusal(applied.failure, objects, draft);
      if (!place) return report(applied.failure);
      setProblems(new Map([[place.port, { [place.column]: place.message }]]));
      setRefused((count) => count + 1);
    },
    cancel,
  };
}

function withoutProblem(problems: PortGrid['problems'], port: number, column: string): PortGrid['problems'] {
  const present = problems.get(port);
  if (!present || !(column in present)) return problems;
  const { [column]: _, ...rest } = present;
  return new Map(problems).set(port, rest);
}

function countOf(rows: readonly PortRow[] | undefined, draft: PortDraft): number {
  let count = 0;
  for (const { port, values } of rows ?? []) {
    for (const [column, value] of Object.entries(draft.get(port) ?? {})) {
      if (String(values[column] ?? '') !== String(value)) count += 1;
    }
  }
  return count;
}

/** The draft under names that tell table, port and column. */
function keptOf(objects: readonly TableObject[], draft: PortDraft): Record<string, Value> {
  const name = objects[0]?.name ?? '';
  return Object.fromEntries(
    [...draft].flatMap(([port, values]) =>
      Object.entries(values).map(([column, value]) => [`${name}#${port}#${column}`, value]),
    ),
  );
}

function draftOfKept(rows: readonly PortRow[], kept: Readonly<Record<string, Value>>): PortDraft {
  return Object.entries(kept).reduce((draft, [key, value]) => {
    const [, port, column] = key.split('#');
    const row = rows.find((candidate) => candidate.port === Number(port));
    return row && column !== undefined && column in row.values ? withValue(draft, row, column, value) : draft;
  }, nothing);
}
