import { QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { pageOf, readPaging } from '../../model/configuration/rows-page.ts';
import { atOnce } from '../../model/configuration/steps.ts';
import { usageEntry } from '../../model/configuration/usage-entry.ts';
import {
  defaultsOf,
  type GroupObject,
  type ObjectDeclaration,
  rowKey,
  type TableObject,
} from '../../model/schema/object.ts';
import { type Message, wordsOf } from '../../model/values/message.ts';
import {
  type BatchCall,
  type ObjectCall,
  type RemoteCall,
  RowStatus,
  type Value,
  type Values,
} from '../../model/wire/call.ts';
import type { WireChange } from '../../model/wire/dry-run.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { FaultPlace } from '../call/failure.ts';
import { createQueryClient } from '../call/query-client.ts';
import { dialogs } from '../feedback/dialogs.ts';
import { FeedbackHost } from '../feedback/FeedbackHost.tsx';
import { toasts } from '../feedback/toast.ts';
import { drafts } from '../session/drafts.ts';

/** A device in memory that answers remote calls from what it holds; for tests of pages and their parts. */
export interface TestDevice {
  /** Every call that was made but for dry runs: batches as they came, reads that travelled together one by one. */
  readonly calls: (ObjectCall | BatchCall)[];
  /** The calls that change something, in order; those of a batch one by one. */
  sets(): ObjectCall[];
  /** Answers the next change with an error, at an object's column where one is named, and changes nothing. */
  refuse(code: number, said: Message, place?: FaultPlace): void;
  /** Answers every read of the object with an error, until called again with undefined. */
  refuseReads(object: ObjectDeclaration, said: Message | undefined): void;
  /** Says of a dry run's calls why they would cut the session off; undefined for those that would not. */
  guard(reason: (calls: readonly ObjectCall[]) => Message | undefined): void;
  /** Says of a dry run's calls at which ports devices would lose their power: "2,5-6", "" for none. */
  unpower(ports: (calls: readonly ObjectCall[]) => string): void;
  /** Says of each call what else a dry run changes with it: rows of other tables that follow from those that go, say. */
  entail(changes: (call: ObjectCall) => readonly WireChange[]): void;
  /** Refuses calls, in dry runs too, for as long as there is a reason against them. */
  conflict(reason: (calls: readonly ObjectCall[]) => (Message & FaultPlace) | undefined): void;
  /** Sets a group's values, or those of the row whose index they hold, as another session does. */
  change(object: ObjectDeclaration, values: Values): void;
  /** The values of a group. */
  read(object: GroupObject): unknown;
  /** Takes a row away, as another session or a protocol does. */
  remove(object: TableObject, index: Values): void;
  /** Keeps every answer back until what is returned is called. */
  hold(): () => void;
  /** Puts the global `fetch` back, and closes what toasts and dialogs are open. */
  stop(): void;
}

/** Takes the place of the global `fetch`. Groups start with `values`, tables with `rows`. */
export function startTestDevice(
  contents: readonly (
    | { readonly object: ObjectDeclaration; readonly values: Values }
    | { readonly object: TableObject; readonly rows: readonly Values[] }
  )[],
): TestDevice {
  // Entries left by the test before.
  drafts.forgetAll();
  const groups = new Map<string, Values>();
  const tables = new Map<string, { object: TableObject; rows: Map<string, Values> }>();
  // Nothing is used anywhere, unless a test says so.
  for (const content of [{ object: usageEntry, rows: [] }, ...contents]) {
    if ('values' in content)
      groups.set(content.object.name, { ...defaultsOf(content.object.fields), ...content.values });
    else {
      const rows = content.rows.map((row): [string, Values] => [
        rowKey(content.object, row),
        { ...defaultsOf(content.object.fields), ...row },
      ]);
      tables.set(content.object.name, { object: content.object, rows: new Map(rows) });
    }
  }
  const calls: (ObjectCall | BatchCall)[] = [];
  let lossOf: Parameters<TestDevice['guard']>[0] = () => undefined;
  let unpoweredBy: Parameters<TestDevice['unpower']>[0] = () => '';
  let entailedBy: Parameters<TestDevice['entail']>[0] = () => [];
  let conflictOf: Parameters<TestDevice['conflict']>[0] = () => undefined;
  let refusal: object | undefined;
  let held: Promise<void> | undefined;

  const refusedReads = new Map<string, Message>();

  const answer = ({ method, params }: ObjectCall): unknown => {
    const refusedRead = method === 'CommonGet' ? refusedReads.get(params.Template) : undefined;
    if (refusedRead) throw { code: 13, message: wordsOf(refusedRead), ...refusedRead };
    const { Template, RowStatus: status, Force: _, WebAuthenRequestState: __, Known: ___, ...values } = params;
    const table = tables.get(Template);
    if (!table) {
      if (method === 'CommonSet') groups.set(Template, { ...groups.get(Template), ...values });
      return groups.get(Template) ?? {};
    }
    const key = rowKey(table.object, values as Record<string, Value>);
    if (method === 'CommonDelAll') return table.rows.clear();
    if (method === 'CommonSet') {
      if (status === RowStatus.destroy) table.rows.delete(key);
      else table.rows.set(key, { ...(table.rows.get(key) ?? defaultsOf(table.object.fields)), ...values });
      return table.rows.get(key);
    }
    const asked = Object.keys(table.object.index).every((column) => column in values);
    if (!asked) return rowsAsked(table.object, [...table.rows.values()], values);
    const row = table.rows.get(key);
    if (!row) throw { code: 2, message: 'The entry no longer exists.' };
    return row;
  };

  const success = { code: 0, message: '' };
  const answering = (body: object) => new Response(JSON.stringify({ id: 0, ...body }));
  const readAnswer = (read: ObjectCall) => {
    try {
      return { error: success, result: answer(read) };
    } catch (error) {
      return { error };
    }
  };

  /** The error of a call for a column that is no longer what it was read as. */
  const outdatedIn = ({ params: { Template, ...values }, was = {} }: ObjectCall): object | undefined => {
    const table = tables.get(Template);
    const present = table ? table.rows.get(rowKey(table.object, values)) : groups.get(Template);
    const column = Object.keys(was).find((name) => String(present?.[name]) !== String(was[name]));
    if (column === undefined) return undefined;
    const text = 'operator changed it.';
    return { code: ErrorCode.changedMeanwhile, message: text, text, object: Template, row: values, column };
  };

  /** Rows removed by a Delete All. */
  const rowsGoing = ({ method, params: { Template } }: ObjectCall): readonly WireChange[] => {
    const table = method === 'CommonDelAll' ? tables.get(Template) : undefined;
    const own = [...(table?.rows.values() ?? [])].filter((row) => !table?.object.rows.builtIn?.(row));
    return own.map((row) => ({ object: Template, kind: 'rowRemoved', row }));
  };

  const fetchBefore = globalThis.fetch;
  globalThis.fetch = async (_address, init) => {
    await held;
    const call: RemoteCall = JSON.parse(new URLSearchParams(String(init?.body)).get('RPC') ?? '{}');
    if (call.method === 'BatchGet') {
      const reads = call.params.reads.map((params): ObjectCall => ({ method: 'CommonGet', params }));
      calls.push(...reads);
      return answering({ error: success, result: reads.map(readAnswer) });
    }
    const asked = call.method === 'BatchPost' ? call.params.calls : [call];
    const conflict = conflictOf(asked);
    if (conflict) refusal = { code: ErrorCode.inconsistentValue, message: wordsOf(conflict), ...conflict };
    if (call.params.DryRun) {
      if (conflict) {
        const error = refusal;
        refusal = undefined;
        return answering({ error });
      }
      const reason = lossOf(asked);
      const unpowered = unpoweredBy(asked);
      const result = {
        changes: asked.flatMap((one) => [...rowsGoing(one), ...entailedBy(one)]),
        ...(reason !== undefined && { guard: { reason } }),
        ...(unpowered !== '' && { unpowered }),
        commands: asked.map(({ params: { Template } }) => `set ${Template}`),
      };
      return answering({ error: success, result });
    }
    calls.push(call);
    refusal ??= asked.map(outdatedIn).find((error) => error !== undefined);
    const changes = call.method !== 'CommonGet';
    let body: object;
    try {
      if (changes && refusal) throw refusal;
      const result = call.method === 'BatchPost' ? call.params.calls.map(answer) : answer(call);
      body = { error: success, result };
    } catch (error) {
      body = { error };
    }
    if (changes) refusal = undefined;
    return answering(body);
  };

  return {
    calls,
    sets: () =>
      calls
        .flatMap((call) => (call.method === 'BatchPost' ? call.params.calls : call))
        .filter(({ method }) => method !== 'CommonGet')
        .map(({ method, params }) => ({ method, params })),
    hold() {
      let answer = () => {};
      held = new Promise((resolve) => {
        answer = resolve;
      });
      return () => answer();
    },
    refuse(code, said, place) {
      refusal = { code, message: wordsOf(said), ...said, ...place };
    },
    refuseReads(object, said) {
      if (said) refusedReads.set(object.name, said);
      else refusedReads.delete(object.name);
    },
    change(object, values) {
      answer({ method: 'CommonSet', params: { Template: object.name, ...values } });
    },
    read: (object) => groups.get(object.name),
    remove(object, index) {
      tables.get(object.name)?.rows.delete(rowKey(object, index));
    },
    conflict(reason) {
      conflictOf = reason;
    },
    guard(reason) {
      lossOf = reason;
    },
    entail(changes) {
      entailedBy = changes;
    },
    unpower(ports) {
      unpoweredBy = ports;
    },
    stop() {
      globalThis.fetch = fetchBefore;
      dialogs.set([]);
      toasts.set([]);
    },
  };
}

/** The rows that the index columns name and that fit the filters, or the page of them that is asked for. */
function rowsAsked(object: TableObject, rows: readonly Values[], params: Values): unknown {
  const named = Object.keys(object.index).filter((column) => column in params);
  const found = rows.filter(
    (row) => named.every((column) => row[column] === params[column]) && (object.filters?.fits(row, params) ?? true),
  );
  const reading = readPaging(object, params);
  return 'paging' in reading && reading.paging ? atOnce(pageOf(object, found, reading.paging)) : found;
}

/** Shows part of a page as in the console: with reads, toasts and dialogs. */
export function show(element: ReactNode) {
  const client = createQueryClient();
  const view = render(
    <QueryClientProvider client={client}>
      {element}
      <FeedbackHost />
    </QueryClientProvider>,
  );
  return { ...view, client, user: userEvent.setup() };
}

/** Resolves once a button can be pressed again: one that was pressed rests for a second (docs/specification/product.md 9). */
export async function pressable(button: HTMLElement | undefined): Promise<void> {
  await waitFor(() => expect(button?.getAttribute('aria-disabled')).toBeNull(), { timeout: 5000 });
}
