import { setGroup, setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { dosConfig, dosTypeEntry } from './objects.ts';

/** Other traffic that some types drop. */
export function SideEffects() {
  const t = useText();
  return (
    <Notice>
      {t(
        'Blat also drops protocols that use one port at both ends (NTP, RIP, IKE, DHCP relays). TCP SYN from a port below 1024 drops old rsh and NFS clients.',
      )}
    </Notice>
  );
}

/** All types at once, and the counters' way back to zero. */
export function AttackActions() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data: rows = [] } = useRows(dosTypeEntry);
  const clear = async () => {
    if (!(await confirmDeletion({ text: t('Clear the counters of dropped frames of all types?') }))) return;
    await apply(setGroup(dosConfig, { dosClearCounters: 1 }), { what: 'Clear counters' });
  };
  const setAll = (dosState: 1 | 2) =>
    void apply(
      rows.filter((row) => row.dosState !== dosState).map(({ dosType }) => setRow(dosTypeEntry, { dosType, dosState })),
      { what: 'Denial of service' },
    );
  const isAll = (state: 1 | 2) => rows.every(({ dosState }) => dosState === state);
  return (
    <>
      <Button look="text" busy={pending} disabled={isAll(Status.enabled)} onClick={() => setAll(Status.enabled)}>
        {t('Enable all')}
      </Button>
      <Button look="text" busy={pending} disabled={isAll(Status.disabled)} onClick={() => setAll(Status.disabled)}>
        {t('Disable all')}
      </Button>
      <Button look="text" destructive busy={pending} onClick={() => void clear()}>
        {t('Clear counters')}
      </Button>
    </>
  );
}
