import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { form } from '../../../console/page/form.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { stpTcProtect, stpTcProtectPortEntry } from './mst-objects.ts';

export default [
  form(stpTcProtect, {
    title: 'Protection',
    what: 'TC protection',
    fields: [['stpTcProtectStatus', 'stpTcProtectThreshold', 'stpTcProtectCycle']],
    actions: ClearCounters,
  }),
  portTable(stpTcProtectPortEntry, {
    title: 'Ports',
    what: 'TC protection of ports',
    poll: 5000,
    columns: { stpTcProtectDropped: { right: true } },
  }),
];

function ClearCounters() {
  const t = useText();
  const { apply, pending } = useApply();
  return (
    <Button busy={pending} onClick={() => void apply(setGroup(stpTcProtect, { stpTcProtectClear: 1 }))}>
      {t('Clear counters')}
    </Button>
  );
}
