import { useEffect } from 'react';
import { usageEntry } from '../../model/configuration/usage-entry.ts';
import { keyOfIndex } from '../../model/schema/object.ts';
import type { Translate } from '../../model/values/translate.ts';
import { call } from '../call/call.ts';
import { type CallRefused, failureText } from '../call/failure.ts';
import { get } from '../call/object-calls.ts';
import { ask, type EntryProps } from '../feedback/dialogs.ts';
import type { MenuEntry } from '../navigation/menu-entry.ts';
import { pagesOf, UsageList } from './UsageList.tsx';
import styles from './usage.module.css';

/** Says what uses the row that a refusal names, with the ways to all that do; resolves when that was closed. */
export async function warnOfUse(failure: CallRefused, entries: readonly MenuEntry[], t: Translate): Promise<void> {
  const { object = '', row = {} } = failure.place;
  const query = { usageObject: object, usageRow: keyOfIndex(Object.values(row)) };
  // What cannot be read is not shown; the refusal is.
  const rows = await call(get(usageEntry, query)).catch(() => []);
  const usage = pagesOf(Array.isArray(rows) ? rows : [], t);
  function Ways({ dialog, setMet }: EntryProps) {
    // Nothing has to be entered.
    useEffect(() => setMet(true), [setMet]);
    return (
      <div className={styles.ways}>
        <UsageList usage={usage} entries={entries} onLeave={() => dialog.answer(false)} />
      </div>
    );
  }
  const ways = usage.length > 0 && { Entry: Ways };
  await ask({ kind: 'warning', title: 'Warning', text: failureText(failure, t), ...ways });
}
