import { useMemo } from 'react';
import { isRowGone } from '../../console/call/failure.ts';
import { deleteRow, setRow } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useRow } from '../../console/call/use-reads.ts';
import { Card } from '../../console/elements/Card.tsx';
import { FactList } from '../../console/elements/FactList.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { PassingButton } from '../../console/elements/PassingButton.tsx';
import { confirm, confirmDeletion } from '../../console/feedback/dialogs.ts';
import { EntryGone } from '../../console/page/EntryGone.tsx';
import { PageActions } from '../../console/page/PageActions.tsx';
import { indexOfRow, rowParameter } from '../../console/page/row-parameter.ts';
import { Link } from '../../console/router/Link.tsx';
import { useNavigate } from '../../console/router/router-context.ts';
import { DeviceTable } from '../../console/table/DeviceTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { Moment } from '../Moment.tsx';
import { momentText } from '../moment-text.ts';
import { type Choices, useNarrowing } from '../narrowing.tsx';
import { fleetSwitchEntry } from '../switches/objects.ts';
import { Words } from '../Words.tsx';
import { fleetMemberEntry, fleetRolloutEntry, MemberCondition, RolloutAction, RolloutCondition } from './objects.ts';
import { Progress } from './Progress.tsx';
import { MemberTag, RolloutTag } from './tags.tsx';

type Row = RowOf<typeof fleetRolloutEntry>;

/** Milliseconds between two reads. */
const POLL = 3_000;

const { fields } = fleetRolloutEntry;

/** One rollout: progress, why it stopped, actions, and the state of each switch. */
export function OneRollout({ row: parameter }: { readonly row: string }) {
  const t = useText();
  const navigate = useNavigate();
  const name = indexOfRow(fleetRolloutEntry, parameter)?.fleetRolloutName ?? '';
  const { data: row, error } = useRow(fleetRolloutEntry, { fleetRolloutName: name }, { poll: POLL });
  const back = () => void navigate('/Rollouts');
  if (isRowGone(error)) return <EntryGone onBack={back} />;
  const reason = row && wordsOfText(row.fleetRolloutReasonSaid, '', t);
  const count = (value: number | undefined) => (value === undefined ? undefined : String(value));
  return (
    <>
      {row && <Actions row={row} onGone={back} />}
      {reason !== undefined && reason !== '' && (
        <Notice tone={row?.fleetRolloutState === RolloutCondition.aborted ? 'bad' : 'warn'} live>
          {reason}
        </Notice>
      )}
      <Card title={name}>
        <FactList
          facts={[
            { name: t(fields.fleetRolloutState.label), value: row && <RolloutTag row={row} /> },
            { name: t('Content'), value: row && wordsOfText(row.fleetRolloutWhatSaid, '', t) },
            { name: t(fields.fleetRolloutDone.label), value: row && <Progress row={row} /> },
            { name: t(fields.fleetRolloutUnderWay.label), value: count(row?.fleetRolloutUnderWay) },
            { name: t(fields.fleetRolloutWaiting.label), value: count(row?.fleetRolloutWaiting) },
            { name: t(fields.fleetRolloutFailed.label), value: count(row?.fleetRolloutFailed) },
            { name: t(fields.fleetRolloutLeftOut.label), value: count(row?.fleetRolloutLeftOut) },
            { name: t(fields.fleetRolloutAt.label), value: row && momentText(row.fleetRolloutAt) },
            ...(row && row.fleetRolloutBegin > 0
              ? [{ name: t(fields.fleetRolloutBegin.label), value: momentText(row.fleetRolloutBegin) }]
              : []),
            { name: t(fields.fleetRolloutBy.label), value: row?.fleetRolloutBy },
          ]}
        />
      </Card>
      <Members rollout={name} />
    </>
  );
}

function Actions({ row, onGone }: { readonly row: Row; readonly onGone: () => void }) {
  const t = useText();
  const { apply, pending } = useApply();
  const { fleetRolloutName: name, fleetRolloutState: state, fleetRolloutTotal: total, fleetRolloutDone: done } = row;
  const does = (fleetRolloutAction: Row['fleetRolloutAction'], question: string) => async () => {
    if (await confirm(question)) {
      await apply(setRow(fleetRolloutEntry, { fleetRolloutName: name, fleetRolloutAction }));
    }
  };
  const remove = async () => {
    const isSure = await confirmDeletion({
      text: t('Delete the rollout {{name}}?', { name }),
      detail: t('Its changes stay.'),
    });
    if (isSure && (await apply(deleteRow(fleetRolloutEntry, { fleetRolloutName: name }))).ok) onGone();
  };
  const isRunning = state === RolloutCondition.running;
  const isStopped = state === RolloutCondition.stopped;
  return (
    <PageActions>
      {isRunning && (
        <PassingButton
          busy={pending}
          onClick={does(RolloutAction.hold, t('Stop the rollout? No further switches are changed; it can be resumed.'))}
        >
          {t('Stop')}
        </PassingButton>
      )}
      {(isStopped || (state === RolloutCondition.done && done < total)) && (
        <PassingButton
          busy={pending}
          onClick={does(RolloutAction.resume, t('Resume the rollout? Switches that failed are retried.'))}
        >
          {t('Resume')}
        </PassingButton>
      )}
      {(isRunning || isStopped) && (
        <PassingButton
          destructive
          busy={pending}
          onClick={does(
            RolloutAction.abort,
            t('Abort the rollout permanently? Switches that have applied it keep it.'),
          )}
        >
          {t('Abort')}
        </PassingButton>
      )}
      {!isRunning && (
        <PassingButton destructive busy={pending} onClick={() => void remove()}>
          {t('Delete')}
        </PassingButton>
      )}
    </PageActions>
  );
}

/** Which switches are shown: a title of the choice, and what is asked for. */
const choices: Choices = {
  All: {},
  Waiting: { state: 1 },
  'In progress': { state: 2 },
  Done: { state: 3 },
  Reverted: { state: 4 },
  Refused: { state: 5 },
  Unreachable: { state: 6 },
  Skipped: { state: 7 },
  Removed: { state: 8 },
};

function Members({ rollout }: { readonly rollout: string }) {
  const t = useText();
  const { filters, controls } = useNarrowing(choices);
  const { apply, pending } = useApply();
  const takeOut = (fleetMemberSwitch: string) =>
    void apply(setRow(fleetMemberEntry, { fleetMemberRollout: rollout, fleetMemberSwitch, fleetMemberTakeOut: 1 }));
  const ofRollout = useMemo(() => ({ rollout, ...filters }), [rollout, filters]);
  return (
    <DeviceTable
      object={fleetMemberEntry}
      title={t('Switches')}
      filters={ofRollout}
      poll={POLL}
      actions={controls}
      rowActions={({ fleetMemberSwitch, fleetMemberState }) =>
        fleetMemberState === MemberCondition.waiting && (
          <PassingButton
            look="text"
            busy={pending}
            aria-label={t('Remove {{serial}}', { serial: fleetMemberSwitch })}
            onClick={() => takeOut(fleetMemberSwitch)}
          >
            {t('Remove')}
          </PassingButton>
        )
      }
      columns={[
        {
          key: 'name',
          title: 'Name',
          text: ({ fleetMemberName, fleetMemberSwitch }) => fleetMemberName || fleetMemberSwitch,
          draw: ({ fleetMemberName, fleetMemberSwitch: fleetSwitchSerial }) => (
            <Link to={`/Switch/${rowParameter(fleetSwitchEntry, { fleetSwitchSerial })}`}>
              {fleetMemberName || fleetSwitchSerial}
            </Link>
          ),
          compare: false,
        },
        { key: 'serial', title: 'Serial number', text: (row) => row.fleetMemberSwitch, compare: false },
        { key: 'model', title: 'Model', text: (row) => row.fleetMemberModel, compare: false },
        { key: 'wave', title: 'Wave', right: true, text: (row) => String(row.fleetMemberWave), compare: false },
        {
          key: 'state',
          title: 'State',
          text: ({ fleetMemberState }) => t(fleetMemberEntry.fields.fleetMemberState.show(fleetMemberState)),
          draw: (row) => <MemberTag row={row} />,
          compare: false,
        },
        {
          key: 'reason',
          title: 'Reason',
          text: ({ fleetMemberReasonSaid }) => wordsOfText(fleetMemberReasonSaid, '', t),
          draw: ({ fleetMemberReasonSaid }) => {
            const reason = wordsOfText(fleetMemberReasonSaid, '', t);
            return reason === '' ? '–' : <Words text={reason} />;
          },
          compare: false,
        },
        {
          key: 'since',
          title: 'Since',
          text: ({ fleetMemberAt }) => momentText(fleetMemberAt),
          draw: ({ fleetMemberAt }) => <Moment seconds={fleetMemberAt} />,
          compare: false,
        },
      ]}
      empty={t('No switch fits.')}
    />
  );
}
