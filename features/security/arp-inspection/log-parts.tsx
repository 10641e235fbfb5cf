import { setGroup } from '../../../console/call/object-calls.ts';
import { changeGroup } from '../../../console/call/row-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { PageActions } from '../../../console/page/PageActions.tsx';
import { CellLines } from '../../../console/table/CellLines.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { arpInspConfig, arpInspLogConfig, arpInspLogEntry, InspectionClear } from './objects.ts';

export default [
  form(arpInspLogConfig, { title: 'Log settings', what: 'ARP inspection log' }),
  list(arpInspLogEntry, {
    title: 'Logged packets',
    filter: 'Port, VLAN or address',
    kept: false,
    poll: 5000,
    columns: [
      'arpInspLogIndex',
      'arpInspLogPort',
      'arpInspLogVlan',
      {
        key: 'sender',
        title: 'Sender',
        text: ({ arpInspLogSenderIp, arpInspLogSenderMac }) => `${arpInspLogSenderIp} ${arpInspLogSenderMac}`,
        draw: ({ arpInspLogSenderIp, arpInspLogSenderMac }) => (
          <CellLines lines={[arpInspLogSenderIp, arpInspLogSenderMac]} />
        ),
      },
      'arpInspLogTargetIp',
      'arpInspLogReason',
      'arpInspLogAction',
      { name: 'arpInspLogCount', title: 'Count' },
      'arpInspLogTime',
    ],
    empty: 'No logged packets.',
  }),
  LogActions,
];

function LogActions() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data: settings } = useGroup(arpInspLogConfig);
  const { arpInspLogBuffer, arpInspLogInterval } = arpInspLogConfig.fields;
  const clear = async () => {
    if (!(await confirmDeletion({ text: t('Clear the log of ARP inspection?') }))) return;
    await apply(setGroup(arpInspConfig, { arpInspClear: InspectionClear.log }), { what: 'Clear ARP inspection log' });
  };
  const toDefaults = () =>
    settings &&
    apply(
      changeGroup(arpInspLogConfig, settings, {
        arpInspLogBuffer: arpInspLogBuffer.default,
        arpInspLogInterval: arpInspLogInterval.default,
      }),
      { what: 'Defaults of the ARP inspection log' },
    );
  return (
    <PageActions>
      <Button busy={pending} onClick={() => void toDefaults()}>
        {t('Defaults')}
      </Button>
      <Button destructive busy={pending} onClick={() => void clear()}>
        {t('Clear Log')}
      </Button>
    </PageActions>
  );
}
