import { isRowGone } from '../../console/call/failure.ts';
import { deleteRow } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useRow } from '../../console/call/use-reads.ts';
import button from '../../console/elements/Button.module.css';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { classNames } from '../../console/elements/class-names.ts';
import { FactList } from '../../console/elements/FactList.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { confirmDeletion } from '../../console/feedback/dialogs.ts';
import { EntryGone } from '../../console/page/EntryGone.tsx';
import { PageActions } from '../../console/page/PageActions.tsx';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { momentText } from '../moment-text.ts';
import { Comparison } from './Comparison.tsx';
import { fleetSwitchEntry, SwitchCondition } from './objects.ts';
import { ConditionTag, StandingTag } from './tags.tsx';

/** Milliseconds between two reads. */
const POLL = 3_000;

const { fields } = fleetSwitchEntry;

/** Details of one switch, and its release. */
export function OneSwitch({ row: serial }: { readonly row: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { apply, pending } = useApply();
  const { data: row, error } = useRow(fleetSwitchEntry, { fleetSwitchSerial: serial }, { poll: POLL });
  const back = () => void navigate('/');
  if (isRowGone(error)) return <EntryGone onBack={back} />;
  const giveBack = async () => {
    const isSure = await confirmDeletion({
      text: t('Release {{name}}? The cloud removes it and revokes its certificate.', {
        name: row?.fleetSwitchName || serial,
      }),
      detail: t('Its settings stay. Cloud management must be disabled at the switch.'),
    });
    if (!isSure) return;
    const applied = await apply(deleteRow(fleetSwitchEntry, { fleetSwitchSerial: serial }));
    if (applied.ok) back();
  };
  const moment = (seconds: number | undefined) => (seconds === undefined ? undefined : momentText(seconds));
  const reason = row?.fleetSwitchReasonSaid;
  return (
    <>
      <PageActions>
        {row?.fleetSwitchCondition === SwitchCondition.connected && (
          <>
            <OpenConsole serial={serial} />
            <Button onClick={() => void navigate(`/BringSettings/${encodeURIComponent(serial)}`)}>
              {t('Roll out its settings')}
            </Button>
          </>
        )}
        <Button destructive busy={pending} onClick={() => void giveBack()}>
          {t('Release')}
        </Button>
      </PageActions>
      {reason !== undefined && reason !== '' && (
        <Notice tone="warn" live>
          {t('The last change was reverted: {{reason}}', { reason: wordsOfText(reason, '', t) })}
        </Notice>
      )}
      <Card title={row?.fleetSwitchName || serial}>
        <FactList
          facts={[
            { name: t(fields.fleetSwitchCondition.label), value: row && <ConditionTag row={row} /> },
            { name: t(fields.fleetSwitchStanding.label), value: row && <StandingTag row={row} /> },
            { name: t(fields.fleetSwitchSerial.label), value: serial },
            { name: t(fields.fleetSwitchModel.label), value: row?.fleetSwitchModel },
            { name: t(fields.fleetSwitchAddress.label), value: row?.fleetSwitchAddress },
            { name: t(fields.fleetSwitchVersion.label), value: row?.fleetSwitchVersion },
            { name: t(fields.fleetSwitchLastSeen.label), value: moment(row?.fleetSwitchLastSeen) },
            { name: t(fields.fleetSwitchConnectedSince.label), value: moment(row?.fleetSwitchConnectedSince) },
            { name: t(fields.fleetSwitchClaimedAt.label), value: moment(row?.fleetSwitchClaimedAt) },
            { name: t(fields.fleetSwitchClaimedBy.label), value: row?.fleetSwitchClaimedBy },
            { name: t(fields.fleetSwitchWanted.label), value: row && String(row.fleetSwitchWanted) },
            { name: t(fields.fleetSwitchPresent.label), value: row && String(row.fleetSwitchPresent) },
            { name: t(fields.fleetSwitchSafe.label), value: row && String(row.fleetSwitchSafe) },
          ]}
        />
      </Card>
      <Comparison serial={serial} row={row} />
    </>
  );
}

/** The way to the switch's own console, carried by the cloud. */
function OpenConsole({ serial }: { readonly serial: string }) {
  const t = useText();
  return (
    <a className={classNames(button.button, button.primary)} href={`/switch/${serial}/`} target="_blank" rel="noopener">
      {t('Open console')}
    </a>
  );
}
