import { ChangeList } from '../../../console/elements/ChangeList.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { configChangeEntry } from '../../../features/save/objects.ts';
import { unsavedChanges } from '../../../features/save/unsaved-changes.ts';
import type { RowOf } from '../../../model/schema/object.ts';

/** The device's unsaved changes in words. */
export default function UnsavedChangeList({ rows }: { readonly rows: readonly RowOf<typeof configChangeEntry>[] }) {
  return <ChangeList changes={unsavedChanges(rows, false, useText())} />;
}
