import { useState } from 'react';
import { setRow } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { Button } from '../../console/elements/Button.tsx';
import { ChangeList } from '../../console/elements/ChangeList.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { configChangeEntry } from './objects.ts';
import { unsavedChanges } from './unsaved-changes.ts';

type Row = RowOf<typeof configChangeEntry>;

interface DiscardableChangesProps {
  readonly rows: readonly Row[];
  /** Says who made them and when. */
  readonly isDetailed: boolean;
}

/** The device's unsaved changes in words, each of which can be discarded. */
export function DiscardableChanges({ rows, isDetailed }: DiscardableChangesProps) {
  const t = useText();
  const { apply } = useApply();
  const [pending, setPending] = useState<Row>();
  const discard = async (row: Row | undefined) => {
    if (!row) return;
    setPending(row);
    const { configChangeIndex, configChangeKey: configChangeDiscard } = row;
    await apply(setRow(configChangeEntry, { configChangeIndex, configChangeDiscard }), { what: 'Discard change' });
    setPending(undefined);
  };
  return (
    <ChangeList
      changes={unsavedChanges(rows, isDetailed, t).map((change, at) => ({
        ...change,
        action: (
          <Button
            look="text"
            aria-label={t('Discard: {{what}}', { what: change.what })}
            busy={pending === rows[at]}
            onClick={() => void discard(rows[at])}
          >
            {t('Discard')}
          </Button>
        ),
      }))}
    />
  );
}
