import { useState } from 'react';
import { indexOf, type RowOf, rowKey, type TableObject } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { ObjectCall, Values } from '../../model/wire/call.ts';
import { askWith, type Objection, objectionIn } from '../call/asked-call.ts';
import { CallRefused, failureText } from '../call/failure.ts';
import type { Question } from '../call/guarded.ts';
import { deleteAllRows, deleteRow } from '../call/object-calls.ts';
import { report } from '../call/report.ts';
import { changesIn, dryRun } from '../call/try-out.ts';
import { together, useApply } from '../call/use-apply.ts';
import { warn } from '../feedback/dialogs.ts';
import { toast } from '../feedback/toast.ts';
import { useMenu } from '../navigation/MenuContext.tsx';
import { useText } from '../translations/use-text.ts';
import { isInUse } from '../usage/in-use.ts';

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
  const { entries } = useMenu();
  const [deleting, setDeleting] = useState<string>();

  const sayRefusal = async (refusal: CallRefused) => {
    if (!isInUse(refusal)) return warn(failureText(refusal, t));
    const { warnOfUse } = await import('../usage/warn-of-use.tsx');
    return warnOfUse(refusal, entries, t);
  };

  /** Asks as the device's answer to a dry run has it; what is to be applied, undefined for nothing. */
  const asked = async (
    row: RowOf<T>,
  ): Promise<{ readonly calls: readonly ObjectCall[]; readonly accepted: string } | undefined> => {
    const deletion = deleteRow(object, indexOf(object, row as Values) as Parameters<typeof deleteRow<T>>[1]);
    const text = t('Delete {{name}}?', { name: wordsOf(object.rowName(row as Values), t) });
    const tried = await tryOut([deletion]);
    if (!tried.refusal) return askedFor([deletion], { text }, tried.objection);
    const out = wayOut(row);
    const calls = out && [...out.calls, deletion];
    const freed = calls && (await tryOut(calls));
    if (!freed || freed.refusal) {
      await sayRefusal(freed?.refusal ?? tried.refusal);
      return undefined;
    }
    const detail = failureText(tried.refusal, t);
    const wanted = await askedFor(calls, { text, detail, condition: out.words }, freed.objection);
    return wanted && (await out.sure?.()) === false ? undefined : wanted;
  };

  return {
    deleting,
    async remove(row) {
      setDeleting(rowKey(object, row as Values));
      try {
        const wanted = await asked(row);
        if (wanted) await apply(wanted.calls, { accepted: wanted.accepted });
      } catch (failure) {
        report(failure);
      } finally {
        setDeleting(undefined);
      }
    },
    async removeAll() {
      const all = deleteAllRows(object);
      const tried = await dryRun(all).then(
        (result) => ({ result }),
        (failure: unknown) => report(failure),
      );
      if (!tried) return;
      const number = changesIn(tried.result).filter(
        ({ object: name, kind }) => name === object.name && kind === 'rowRemoved',
      ).length;
      if (number === 0) return warn(t('Nothing can be deleted: every entry is built in or in use.'));
      const text =
        number === 1
          ? t('Delete one entry? Built-in entries and those in use stay.')
          : t('Delete {{number}} entries? Built-in entries and those in use stay.', { number });
      const accepted = await askWith({ text, destructive: true }, objectionIn(tried.result));
      if (accepted === undefined) return;
      const applied = await apply(all, { success: false, accepted });
      if (applied.ok) toast(t('Success.'));
    },
  };
}

/** The calls, and the guard's reason that was accepted with them, once the administrator wants the deletion. */
async function askedFor(calls: readonly ObjectCall[], question: Question, objection: Objection | undefined) {
  const accepted = await askWith({ ...question, destructive: true }, objection);
  return accepted === undefined ? undefined : { calls, accepted };
}

/** What the device says to the calls: its refusal, or the guard's reason against them, which is asked about with the deletion. */
async function tryOut(
  calls: readonly ObjectCall[],
): Promise<{ readonly refusal?: CallRefused; readonly objection?: Objection | undefined }> {
  try {
    return { objection: objectionIn(await dryRun(together(calls))) };
  } catch (failure) {
    if (failure instanceof CallRefused) return { refusal: failure };
    throw failure;
  }
}
