import { setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { form } from '../../../console/page/form.tsx';
import { PageActions } from '../../../console/page/PageActions.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { PowerTag } from '../../PowerTag.tsx';
import { poePortState } from '../power-over-ethernet/port-state-objects.ts';
import { AliveStatus, pdAliveConfig, pdAliveEntry } from './objects.ts';

export default [
  ClearCounters,
  form(pdAliveConfig, { title: 'PD Alive', what: 'PD Alive' }),
  portTable([pdAliveEntry, poePortState], {
    title: 'Ports',
    what: 'PD Alive of ports',
    poll: 5000,
    order: ['poePortStatus', 'pdAliveStatus'],
    columns: {
      poePortStatus: { draw: ({ values }) => <PowerTag status={values.poePortStatus} /> },
      poePortClass: false,
      poePortPower: false,
      poePortVoltage: false,
      poePortCurrent: false,
      pdAliveStatus: { draw: (row) => <State row={row} /> },
    },
    views: [
      {
        title: 'Watch',
        columns: ['poePortStatus', 'pdAliveStatus', 'pdAliveState', 'pdAliveIpAddress', 'pdAliveAction'],
      },
      {
        title: 'Times',
        columns: ['pdAliveStatus', 'pdAliveInterval', 'pdAliveRetryCount', 'pdAliveOffTime', 'pdAliveUpTime'],
      },
      { title: 'Failures', columns: ['poePortStatus', 'pdAliveStatus', 'pdAliveResetCount', 'pdAliveLastFailure'] },
    ],
  }),
];

const tones: Readonly<Record<number, 'ok' | 'warn' | 'bad' | 'neutral'>> = {
  [AliveStatus.alive]: 'ok',
  [AliveStatus.noReply]: 'bad',
  [AliveStatus.poweringOff]: 'warn',
  [AliveStatus.startingUp]: 'warn',
};

function State({ row: { values } }: { readonly row: PortRow }) {
  const t = useText();
  const status = pdAliveEntry.fields.pdAliveStatus.read(values.pdAliveStatus);
  if (!status.ok) return '–';
  return <Tag tone={tones[status.value] ?? 'neutral'}>{t(pdAliveEntry.fields.pdAliveStatus.show(status.value))}</Tag>;
}

/** Clears the counters of all ports. */
function ClearCounters() {
  const t = useText();
  const { apply, pending } = useApply();
  const rows = useRows(pdAliveEntry).data ?? [];
  const counted = rows.filter((row) => row.pdAliveResetCount > 0 || row.pdAliveLastFailure !== '');
  const clear = async () => {
    if (!(await confirm(t('Clear the counters of PD Alive?')))) return;
    await apply(counted.map(({ pethPsePortIndex }) => setRow(pdAliveEntry, { pethPsePortIndex, pdAliveClear: 1 })));
  };
  return (
    <PageActions>
      <Button busy={pending} disabled={counted.length === 0} onClick={() => void clear()}>
        {t('Clear counters')}
      </Button>
    </PageActions>
  );
}
