import { useRows } from '../../../console/call/use-reads.ts';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { FillFields } from '../../../console/form/FillFields.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { RowForm } from '../../../console/form/object-forms.tsx';
import { fact, facts } from '../../../console/page/facts.tsx';
import { useSelectedRow } from '../../../console/ports/use-asked-ports.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { sysSystemCtrl } from '../../system/system-management/objects.ts';
import { useSureOfVlans } from '../../use-vlans.ts';
import { ClearTrunk } from './ClearTrunk.tsx';
import { lacpCtrl } from './lacp-objects.ts';
import { TrunkMode, trunkGroupEntry } from './objects.ts';
import { TrunkMembers } from './TrunkMembers.tsx';

/** The switch's identity to a partner, with all of its trunks. */
const Lacp = facts('LACP', [
  fact(lacpCtrl, 'lacpSystemPriority'),
  fact(sysSystemCtrl, 'systemSwitchBaseMacAddress', 'System ID'),
]);

/** Milliseconds between two reads. */
const poll = 5000;

/** Network > Trunk > Settings: which ports forward as one (docs/specification/network.md). */
export default function TrunkSettings() {
  const t = useText();
  const sureOfVlans = useSureOfVlans();
  const { data: trunks } = useRows(trunkGroupEntry, {}, { poll });
  const unused = trunks?.find((row) => row.trunkMemberPorts === '')?.trunkId;
  const { selected, select, asked, onEntered } = useSelectedRow(unused);
  return (
    <Page actions={<RefreshButton />}>
      <RowForm
        key={selected}
        object={trunkGroupEntry}
        index={{ trunkId: selected }}
        title={t('Trunk {{trunk}}', { trunk: selected })}
        what="Trunk"
        sure={sureOfVlans}
        remark={t('Connect the cables after both ends are configured.')}
      >
        <FormFields>
          <FormField name="trunkMode" />
          <Timeout />
          <FormField name="trunkHash" />
        </FormFields>
        <TrunkMembers trunk={selected} trunks={trunks ?? []} />
        {asked !== undefined && (
          <FillFields values={{ trunkMode: TrunkMode.active, trunkMemberPorts: asked }} onFilled={onEntered} />
        )}
      </RowForm>
      <ObjectTable
        object={trunkGroupEntry}
        title={t('Trunks')}
        rows={trunks}
        filter={false}
        columns={['trunkId', 'trunkMode', 'trunkMemberPorts', 'lacpTimeout', 'trunkHash']}
        isSelected={(row) => row.trunkId === selected}
        onModify={(row) => select(row.trunkId)}
        rowActions={(row) => <ClearTrunk row={row} />}
      />
      <Lacp />
    </Page>
  );
}

function Timeout() {
  const t = useText();
  const mode = Number(useDraftValue('trunkMode'));
  const lacp = mode === TrunkMode.active || mode === TrunkMode.passive;
  return <FormField name="lacpTimeout" disabled={!lacp && t('Only LACP waits for a partner.')} />;
}
