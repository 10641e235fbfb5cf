import { useState } from 'react';
import { indexOf, type RowOf, rowKey, type TableObject } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { ObjectCall, Values } from '../../model/wire/call.ts';
import { CallRefused, failureText } from '../call/failure.ts';
import { deleteAllRows, deleteRow } from '../call/object-calls.ts';
import { report } from '../call/report.ts';
import { changesIn, dryRun } from '../call/try-out.ts';
import { together, useApply } from '../call/use-apply.ts';
import { confirmDeletion, warn } from '../feedback/dialogs.ts';
import { toast } from '../feedback/toast.ts';
import { useText } from '../translations/use-text.ts';

/** Way to free a row that is in use, so that it can be deleted. */
export interface WayOut {
  /** The accompanying changes, translated: "Return ports 5-8 to VLAN 1". */
  readonly words: string;
  /** Sent together with the deletion, before it. */
  readonly calls: readonly ObjectCall[];
  /** Asked before anything is sent; false stops it: what the calls were made of has changed. */
  readonly sure?: () => Promise<boolean>;
}

/** Deleting a table's rows, each time after the device was asked whether it can be done. */
export interface Deletion<Row> {
  remove(row: Row): Promise<void>;
  removeAll(): Promise<void>;
  /** The key of the row that is being deleted. */
  readonly deleting: string | undefined;
}

/**
 * Deletes rows of a table. Refusals of the device are reported without asking: the administrator sees what uses the
 * row, and if `wayOut` knows how to free it, is offered that with the deletion.
 */
export function useDeletion<T extends TableObject>(
  object: T,
  wayOut: (row: RowOf<T>) => WayOut | undefined = () => undefined,
): Deletion<RowOf<T>> {
  const t = useText();
  const { apply } = useApply();
  const [deleting, setDeleting] = useState<string>();

  /** Asks as the device's answer to a dry run has it; the calls to be made, undefined for none. */
  const asked = async (row: RowOf<T>): Promise<readonly ObjectCall[] | undefined> => {
    const deletion = deleteRow(object, indexOf(object, row as Values) as Parameters<typeof deleteRow<T>>[1]);
    const text = t('Delete {{name}}?', { name: wordsOf(object.rowName(row as Values), t) });
    const refusal = await refusalOf([deletion]);
    if (!refusal) return (await confirmDeletion({ text })) ? [deletion] : undefined;
    const out = wayOut(row);
    const calls = out && [...out.calls, deletion];
    const stillRefused = calls && (await refusalOf(calls));
    if (!calls || stillRefused) {
      await warn(failureText(stillRefused ?? refusal, t));
      return undefined;
    }
    const detail = failureText(refusal, t);
    if (!(await confirmDeletion({ text, detail, condition: out.words }))) return undefined;
    return (await out.sure?.()) === false ? undefined : calls;
  };

  return {
    deleting,
    async remove(row) {
      setDeleting(rowKey(object, row as Values));
      try {
        const calls = await asked(row);
        if (calls) await apply(calls);
      } catch (failure) {
        report(failure);
      } finally {
        setDeleting(undefined);
      }
    },
    async removeAll() {
      const all = deleteAllRows(object);
      const going = await dryRun(all).then(changesIn, (failure: unknown) => report(failure));
      if (!going) return;
      const number = going.filter(({ object: name, kind }) => name === object.name && kind === 'rowRemoved').length;
      if (number === 0) return warn(t('Nothing can be deleted: every entry is built in or in use.'));
      const text =
        number === 1
          ? t('Delete one entry? Built-in entries and those in use stay.')
          : t('Delete {{number}} entries? Built-in entries and those in use stay.', { number });
      if (!(await confirmDeletion({ text }))) return;
      const applied = await apply(all, { success: false });
      if (applied.ok) toast(t('Success.'));
    },
  };
}

/** The refusal of the calls by the device; undefined if there is none, or only by the guard, which asks by itself. */
async function refusalOf(calls: readonly ObjectCall[]): Promise<CallRefused | undefined> {
  try {
    await dryRun(together(calls));
    return undefined;
  } catch (failure) {
    if (failure instanceof CallRefused) return failure;
    throw failure;
  }
}
