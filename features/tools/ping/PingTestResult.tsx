import { useEffect, useRef } from 'react';
import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { toast } from '../../../console/feedback/toast.ts';
import { fact, facts } from '../../../console/page/facts.tsx';
import { useLocation, useNavigate } from '../../../console/router/router-context.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { PingState, ProbeStatus, pingCtlEntry, pingProbeHistoryEntry, pingResultsEntry } from './objects.ts';

/** Milliseconds between two looks. */
const POLL = 1_000;

const Summary = facts(
  'Result',
  [
    fact(pingResultsEntry, 'pingResultsIpTargetAddress'),
    fact(pingResultsEntry, 'pingResultsOperStatus'),
    fact(pingResultsEntry, 'pingResultsSentProbes'),
    fact(pingResultsEntry, 'pingResultsProbeResponses'),
    fact(pingResultsEntry, 'lossPercent'),
    fact(pingResultsEntry, 'pingResultsMinRtt'),
    fact(pingResultsEntry, 'pingResultsAverageRtt'),
    fact(pingResultsEntry, 'pingResultsMaxRtt'),
  ],
  { poll: POLL },
);

/** Classes of an answer at a glance. */
const tones: Readonly<Record<number, 'ok' | 'bad'>> = { [ProbeStatus.responseReceived]: 'ok' };

/**
 * Tools > Ping Test Result: the answers as they arrive. Opened without a test it starts one, with the values that the form
 * handed over or those that it begins with.
 */
export function PingTestResult({ target }: { readonly target: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { apply, pending } = useApply();
  const { data } = useGroup(pingResultsEntry, { poll: POLL });
  const reading = pingCtlEntry.fields.pingCtlTargetAddress.read(target);
  const problem = reading.ok ? undefined : wordsOf(reading.message, t);
  const asked = { ...(isRecord(state) && state), pingCtlTargetAddress: target };
  const start = () => apply(setGroup(pingCtlEntry, asked), { success: false });
  const isOther = data !== undefined && data.pingResultsTarget !== (reading.ok ? reading.value : target);
  // There is nothing to show of an address that is none: the form says what is allowed.
  useEffect(() => {
    if (problem === undefined) return;
    toast(problem, 'info');
    void navigate('/Tools/Ping', { replace: true });
  }, [problem, navigate]);
  const begun = useRef(false);
  useEffect(() => {
    if (!isOther || problem !== undefined || begun.current) return;
    begun.current = true;
    void start();
  });
  const isRunning = data?.pingResultsOperStatus === PingState.running;
  const { fields } = pingProbeHistoryEntry;
  return (
    <Page
      actions={
        <>
          <Button look="text" onClick={() => void navigate('/Tools/Ping')}>
            {t('Back')}
          </Button>
          {isRunning ? (
            <Button
              look="outlined"
              busy={pending}
              onClick={() => void apply(setGroup(pingCtlEntry, { pingStop: 1 }), { success: false })}
            >
              {t('Stop')}
            </Button>
          ) : (
            <Button look="outlined" busy={pending} onClick={() => void start()}>
              {t('Again')}
            </Button>
          )}
        </>
      }
    >
      {data && data.pingResultsProblem !== '' && !isOther && (
        <Notice tone="bad" live>
          {data.pingResultsProblem}
        </Notice>
      )}
      {problem === undefined && (
        <>
          <Summary />
          <ObjectTable
            object={pingProbeHistoryEntry}
            poll={POLL}
            title={t('Requests to {{target}}', { target })}
            empty={t('No answered or expired requests yet.')}
            paged={false}
            kept={false}
            columns={[
              'pingProbeHistoryIndex',
              {
                name: 'pingProbeHistoryStatus',
                draw: ({ pingProbeHistoryStatus: status }) => (
                  <Tag tone={tones[status] ?? 'bad'}>{t(fields.pingProbeHistoryStatus.show(status))}</Tag>
                ),
              },
              'pingProbeHistoryResponse',
            ]}
          />
        </>
      )}
    </Page>
  );
}
