import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { pingWatchdogCtrl, pingWatchdogEntry, WatchdogStatus } from './objects.ts';

type Row = RowOf<typeof pingWatchdogEntry>;

const EDIT = '/Tools/PingWatchdogEdit';

/** Milliseconds between two reads. */
const POLL = 10_000;

export default [
  form(pingWatchdogCtrl, { title: 'Watchdog', what: 'Ping Watchdog', actions: ClearCounters }),
  list(pingWatchdogEntry, {
    title: 'Monitored hosts',
    filter: 'Address or description',
    poll: POLL,
    empty: 'No monitored hosts yet.',
    notice: Idle,
    add: { title: 'Add host', button: 'Add host', at: EDIT },
    columns: [
      'pingWatchdogIndex',
      'pingWatchdogTarget',
      'pingWatchdogDescription',
      'pingWatchdogPort',
      'pingWatchdogAction',
      { name: 'pingWatchdogStatus', draw: (row) => <Standing row={row} /> },
      'pingWatchdogFails',
      'pingWatchdogActions',
      'pingWatchdogLastReply',
    ],
    modifiedAt: () => EDIT,
    deleteAll: true,
  }),
];

const tones: Readonly<Record<number, 'ok' | 'warn' | 'bad'>> = {
  [WatchdogStatus.alive]: 'ok',
  [WatchdogStatus.failing]: 'warn',
  [WatchdogStatus.acted]: 'bad',
  [WatchdogStatus.gaveUp]: 'bad',
};

function Standing({ row: { pingWatchdogStatus: status } }: { readonly row: Row }) {
  const t = useText();
  return <Tag tone={tones[status] ?? 'neutral'}>{t(pingWatchdogEntry.fields.pingWatchdogStatus.show(status))}</Tag>;
}

/** Says why nothing happens. */
function Idle({ rows = [] }: { readonly rows: readonly Row[] | undefined }) {
  const t = useText();
  const { data } = useGroup(pingWatchdogCtrl);
  if (data?.pingWatchdogState !== Status.disabled || rows.length === 0) return null;
  return <Notice>{t('No host is pinged while the watchdog is disabled.')}</Notice>;
}

function ClearCounters() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data: rows = [] } = useRows(pingWatchdogEntry, {}, { poll: POLL });
  const clear = async () => {
    if (!(await confirm(t('Clear the actions taken and the last replies of all hosts?')))) return;
    await apply(setGroup(pingWatchdogCtrl, { pingWatchdogClear: 1 }), { what: 'Clear Ping Watchdog counters' });
  };
  return (
    <Button look="text" busy={pending} disabled={rows.length === 0} onClick={() => void clear()}>
      {t('Clear counters')}
    </Button>
  );
}
