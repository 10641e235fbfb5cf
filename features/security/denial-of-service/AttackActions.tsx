import { setGroup, setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { dosConfig, dosTypeEntry } from './objects.ts';

type Row = RowOf<typeof dosTypeEntry>;

/** What some types drop beside attacks, and the counters' way back to zero. */
export function AttackActions({ rows }: { readonly rows: readonly Row[] | undefined }) {
  const t = useText();
  const { apply, pending } = useApply();
  const off = rows?.filter(({ dosState }) => dosState === Status.enabled) ?? [];
  const clear = async () => {
    if (!(await confirmDeletion({ text: t('Count the dropped frames of all types from zero again?') }))) return;
    await apply(setGroup(dosConfig, { dosClearCounters: 1 }), { what: 'Clear counters' });
  };
  return (
    <>
      <p>
        {t(
          'Blat also drops protocols that use one port at both ends (NTP, RIP, IKE, DHCP relays). TCP SYN from a port below 1024 drops old rsh and NFS clients.',
        )}
      </p>
      <Button
        look="text"
        busy={pending}
        disabled={off.length === 0}
        onClick={() =>
          void apply(
            off.map(({ dosType }) => setRow(dosTypeEntry, { dosType, dosState: Status.disabled })),
            { what: 'Denial of service' },
          )
        }
      >
        {t('Disable all')}
      </Button>
      <Button look="text" busy={pending} onClick={() => void clear()}>
        {t('Clear counters')}
      </Button>
    </>
  );
}
