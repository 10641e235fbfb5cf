import type { ShownChange } from '../../console/elements/ChangeList.tsx';
import { type ChangeWords, changeWords, readChangeMessage } from '../../model/configuration/change.ts';
import type { RowOf } from '../../model/schema/object.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { configChangeEntry } from './objects.ts';

function wordsOfRow(row: RowOf<typeof configChangeEntry>, t: Translate): ChangeWords {
  const said = readChangeMessage(row.configChangeSaid);
  return said
    ? changeWords(said, t)
    : { what: row.configChangeWhat, from: row.configChangeFrom, to: row.configChangeTo };
}

/** The device's rows of unsaved changes, in the shown language; `detailed` adds who made them and when. */
export function unsavedChanges(
  rows: readonly RowOf<typeof configChangeEntry>[],
  detailed: boolean,
  t: Translate,
): readonly ShownChange[] {
  return rows.map((row) => ({
    ...wordsOfRow(row, t),
    ...(detailed && row.configChangeTime !== '' && { note: `${row.configChangeTime} ${row.configChangeUser}` }),
  }));
}
