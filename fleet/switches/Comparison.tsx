import { setRow } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useRows } from '../../console/call/use-reads.ts';
import { PassingButton } from '../../console/elements/PassingButton.tsx';
import { confirm } from '../../console/feedback/dialogs.ts';
import type { Column } from '../../console/table/column.ts';
import { RowsTable } from '../../console/table/RowsTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { Words } from '../Words.tsx';
import { fleetDifferenceEntry, fleetSwitchEntry, SwitchAction, SwitchCondition, SwitchStanding } from './objects.ts';

type Row = RowOf<typeof fleetDifferenceEntry>;

/** Milliseconds between two reads. */
const POLL = 10_000;

const columns = [
  'fleetDifferenceWhat',
  'fleetDifferenceWanted',
  'fleetDifferencePresent',
  'fleetDifferenceSafe',
] as const;

/** What is wanted of a switch, what it is, and what was safe, side by side where they differ, with the ways out of it. */
export function Comparison({
  serial,
  row,
}: {
  readonly serial: string;
  readonly row: RowOf<typeof fleetSwitchEntry> | undefined;
}) {
  const t = useText();
  const { apply, pending } = useApply();
  const { data: rows, error } = useRows(fleetDifferenceEntry, { fleetDifferenceSwitch: serial }, { poll: POLL });
  const does = (action: RowOf<typeof fleetSwitchEntry>['fleetSwitchAction'], question: string) => async () => {
    if (await confirm(question)) {
      await apply(setRow(fleetSwitchEntry, { fleetSwitchSerial: serial, fleetSwitchAction: action }));
    }
  };
  const standing = row?.fleetSwitchStanding;
  const isOff = standing === SwitchStanding.differs || standing === SwitchStanding.cameBack;
  const isConnected = row?.fleetSwitchCondition === SwitchCondition.connected;
  const hasSafe = row !== undefined && row.fleetSwitchSafe > 0 && row.fleetSwitchSafe !== row.fleetSwitchWanted;
  return (
    <RowsTable
      title={t('Wanted, present, safe')}
      label={t('Wanted, present, safe')}
      columns={columns.map(
        (key): Column<Row> => ({
          key,
          title: t(fleetDifferenceEntry.fields[key].label),
          right: false,
          text: (difference) => wordsOfText(difference[key], '', t),
          draw: (difference) => <Words text={wordsOfText(difference[key], '', t)} />,
        }),
      )}
      rows={rows}
      keyOf={({ fleetDifferenceNumber }) => String(fleetDifferenceNumber)}
      failure={error}
      empty={
        row?.fleetSwitchWanted === 0
          ? t('The cloud wants nothing of this switch yet.')
          : t('Nothing differs: the switch is as it is wanted.')
      }
      actions={
        <>
          {isOff && (
            <PassingButton
              busy={pending}
              onClick={does(
                SwitchAction.sendAgain,
                t('Make the switch as it is wanted? What was changed there is undone.'),
              )}
            >
              {t('Make it as wanted')}
            </PassingButton>
          )}
          {isOff && isConnected && (
            <PassingButton
              busy={pending}
              onClick={does(SwitchAction.takeOver, t('Take what the switch has for what is wanted from now on?'))}
            >
              {t('Want what it has')}
            </PassingButton>
          )}
          {hasSafe && (
            <PassingButton
              busy={pending}
              onClick={does(
                SwitchAction.returnToSafe,
                t('Return to the configuration that the switch was last well with?'),
              )}
            >
              {t('Return to safe')}
            </PassingButton>
          )}
        </>
      }
    />
  );
}
