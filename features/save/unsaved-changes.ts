import type { ShownChange } from '../../console/elements/ChangeList.tsx';
import type { RowOf } from '../../model/schema/object.ts';
import type { configChangeEntry } from './objects.ts';

/** The device's rows of unsaved changes as they are shown; `detailed` adds who made them and when. */
export function unsavedChanges(
  rows: readonly RowOf<typeof configChangeEntry>[],
  detailed: boolean,
): readonly ShownChange[] {
  return rows.map((row) => ({
    what: row.configChangeWhat,
    from: row.configChangeFrom,
    to: row.configChangeTo,
    ...(detailed && row.configChangeTime !== '' && { note: `${row.configChangeTime} ${row.configChangeUser}` }),
  }));
}
