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

/**
 * The wanted, present and last safe configuration of a switch, side by side where they differ, with the possible
 * solutions.
 */
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
          ? t('No wanted configuration yet.')
          : t('No differences: the switch has the wanted configuration.')
      }
      actions={
        <>
          {isOff && (
            <PassingButton
              busy={pending}
              onClick={does(
                SwitchAction.sendAgain,
                t('Restore the wanted configuration? Changes made at the switch are undone.'),
              )}
            >
              {t('Restore the wanted configuration')}
            </PassingButton>
          )}
          {isOff && isConnected && (
            <PassingButton
              busy={pending}
              onClick={does(
                SwitchAction.takeOver,
                t('Accept the present configuration of the switch as wanted from now on?'),
              )}
            >
              {t('Accept its configuration')}
            </PassingButton>
          )}
          {hasSafe && (
            <PassingButton
              busy={pending}
              onClick={does(SwitchAction.returnToSafe, t('Return to the last configuration that worked?'))}
            >
              {t('Return to safe')}
            </PassingButton>
          )}
        </>
      }
    />
  );
}
