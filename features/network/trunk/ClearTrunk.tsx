import { changeRow } from '../../../console/call/row-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { TrunkMode, trunkGroupEntry } from './objects.ts';

/** Takes every port out of a trunk, and switches it off. */
export function ClearTrunk({ row }: { readonly row: RowOf<typeof trunkGroupEntry> }) {
  const t = useText();
  const { apply, pending } = useApply();
  if (row.trunkMemberPorts === '' && row.trunkMode === TrunkMode.disabled) return null;
  const { trunkId } = row;
  const clear = async () => {
    await apply(changeRow(trunkGroupEntry, row, { trunkMode: TrunkMode.disabled, trunkMemberPorts: '' }), {
      ask: { text: t('Trunk {{trunk}} loses its ports. Unplug all cables but one first.', { trunk: trunkId }) },
    });
  };
  return (
    <Button
      look="text"
      busy={pending}
      aria-label={t('Clear trunk {{trunk}}', { trunk: trunkId })}
      onClick={() => void clear()}
    >
      {t('Clear')}
    </Button>
  );
}
