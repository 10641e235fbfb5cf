import { setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { form } from '../../../console/page/form.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { useMemberRows } from '../../use-trunks.ts';
import styles from './loopback-detection.module.css';
import { LoopStatus, sysLBD, sysLBDCtrlEntry } from './objects.ts';

export default [
  form(sysLBD, { title: 'Detection', what: 'Loopback detection' }),
  portTable(sysLBDCtrlEntry, {
    title: 'Ports',
    what: 'Loopback detection of ports',
    poll: 5000,
    useUnusable: useMemberRows,
    columns: {
      sysLBDPortLoopStatus: { draw: (row) => <LoopState row={row} /> },
      sysLBDPortLoopVlan: { draw: ({ values }) => String(values.sysLBDPortLoopVlan ?? '') || '–' },
    },
  }),
];

/** Whether the port is closed for a loop, and if so, the way to open it. */
function LoopState({ row: { values } }: { readonly row: PortRow }) {
  const t = useText();
  const { apply, pending } = useApply();
  const { data: detection } = useGroup(sysLBD);
  if (values.sysLBDPortLoopStatus !== LoopStatus.loop) {
    // Nothing is checked while detection is off.
    const watched = detection?.sysLBDStateEnable === Status.enabled && values.sysLBDPortStatus === Status.enabled;
    return <Tag tone={watched ? 'ok' : 'neutral'}>{t('Normal')}</Tag>;
  }
  const port = Number(values.sysLBDCtrlIndex);
  const recover = setRow(sysLBDCtrlEntry, { sysLBDCtrlIndex: port, sysLBDPortRecover: 1 });
  return (
    <span className={styles.loop}>
      <Tag tone="bad">{t('Loop')}</Tag>
      <Button
        look="text"
        busy={pending}
        aria-label={t('Recover port {{port}}', { port })}
        onClick={() => void apply(recover)}
      >
        {t('Recover')}
      </Button>
    </span>
  );
}
