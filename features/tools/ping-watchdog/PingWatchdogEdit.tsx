import { device } from '../../../console/boot/device.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { CreateForm, RowForm } from '../../../console/form/object-forms.tsx';
import { DeclaredFields, type FieldChoice } from '../../../console/page/DeclaredFields.tsx';
import { useHandedRow } from '../../../console/page/handed-row.ts';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { freeIndex } from '../../free-index.ts';
import { PingState, pingCtlEntry, pingResultsEntry } from '../ping/objects.ts';
import { pingWatchdogEntry, WatchdogAction } from './objects.ts';

const LIST = '/Tools/PingWatchdog';

/** Milliseconds between two looks at a test. */
const POLL = 1_000;

const { powerCycle, notifyAndPowerCycle, ...others } = WatchdogAction;

/** Those that this switch can do: without Power over Ethernet none at a port's power. */
function actions(): readonly number[] {
  const power = device().closedModules.PoE === undefined ? [powerCycle, notifyAndPowerCycle] : [];
  return [...Object.values(others), ...power].sort((a, b) => a - b);
}

const fields: readonly FieldChoice[] = [
  ['pingWatchdogTarget', 'pingWatchdogPort', 'pingWatchdogDescription', 'pingWatchdogRowState'],
  ['pingWatchdogInterval', 'pingWatchdogFailCount', 'pingWatchdogStartDelay'],
  [{ name: 'pingWatchdogAction', choices: actions }, 'pingWatchdogOffTime', 'pingWatchdogMaxActions'],
];

/** Tools > Ping Watchdog Edit: the row that the list was asked to modify, or a new one (docs/specification/system.md). */
export default function PingWatchdogEdit() {
  const t = useText();
  const navigate = useNavigate();
  const index = useHandedRow(pingWatchdogEntry);
  const { data: rows } = useRows(pingWatchdogEntry);
  const back = () => void navigate(LIST);
  const { min, max } = pingWatchdogEntry.index.pingWatchdogIndex.limits;
  const free =
    rows &&
    freeIndex(
      rows.map((row) => row.pingWatchdogIndex),
      (max ?? 0) - (min ?? 0) + 1,
    );
  const form = { onApplied: back, onCancel: back, actions: <TestHost />, what: 'Ping Watchdog' };
  return (
    <Page actions={<Button onClick={back}>{t('Back')}</Button>}>
      {index ? (
        <RowForm
          {...form}
          object={pingWatchdogEntry}
          index={index}
          title={t('Monitored host {{number}}', { number: index.pingWatchdogIndex })}
        >
          <Fields />
        </RowForm>
      ) : (
        free !== undefined && (
          <CreateForm
            {...form}
            object={pingWatchdogEntry}
            initial={{ pingWatchdogIndex: free }}
            title={t('New monitored host')}
          >
            <Fields />
          </CreateForm>
        )
      )}
    </Page>
  );
}

function Fields() {
  return (
    <>
      <DeclaredFields fields={fields} />
      <TestResult />
    </>
  );
}

/** The entered destination of a test, in canonical text. */
function useTarget(): string | undefined {
  const typed = pingWatchdogEntry.fields.pingWatchdogTarget.read(useDraftValue('pingWatchdogTarget'));
  return typed.ok ? typed.value : undefined;
}

/** Pings the host once, as Tools > Ping does. */
function TestHost() {
  const t = useText();
  const { apply, pending } = useApply();
  const target = useTarget();
  const test = () =>
    apply(setGroup(pingCtlEntry, { pingCtlTargetAddress: target ?? '', pingCtlProbeCount: 1 }), { success: false });
  return (
    <Button look="text" busy={pending} disabled={target === undefined} onClick={() => void test()}>
      {t('Ping once')}
    </Button>
  );
}

/** Result of the test of the present target. */
function TestResult() {
  const t = useText();
  const target = useTarget();
  const { data } = useGroup(pingResultsEntry, { poll: POLL });
  if (!data || target === undefined || data.pingResultsTarget !== target) return null;
  if (data.pingResultsOperStatus === PingState.running) {
    return <Notice live>{t('{{address}} is being pinged.', { address: target })}</Notice>;
  }
  if (data.pingResultsProbeResponses === 0) {
    return (
      <Notice tone="warn" live>
        {data.pingResultsProblem || t('{{address}} does not answer.', { address: target })}
      </Notice>
    );
  }
  const milliseconds = valueText(t, pingResultsEntry.fields.pingResultsAverageRtt, data.pingResultsAverageRtt);
  return (
    <Notice live>{t('{{address}} responds within {{milliseconds}} ms.', { address: target, milliseconds })}</Notice>
  );
}
