import { useState } from 'react';
import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PageActions } from '../../../console/page/PageActions.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { parseVlanList } from '../../../model/values/vlan-list.ts';
import { arpInspConfig, arpInspStatsEntry, InspectionClear } from './objects.ts';

const list = arpInspConfig.fields.arpInspClearVlans;

export default [Statistics];

/** Decisions in each VLAN, of those searched for. */
function Statistics() {
  const t = useText();
  const { apply, pending } = useApply();
  const [text, setText] = useState('');
  const { data: rows } = useRows(arpInspStatsEntry, {}, { poll: 5000 });
  const reading = list.read(text);
  const wanted = reading.ok && reading.value !== '' ? new Set(parseVlanList(reading.value)) : undefined;
  const shown = wanted ? rows?.filter(({ arpInspVlanId }) => wanted.has(arpInspVlanId)) : rows;
  const clear = async (vlans: string) => {
    if (vlans === '' && !(await confirmDeletion({ text: t('Clear the statistics of all VLANs?') }))) return;
    const values = { arpInspClear: InspectionClear.statistics, arpInspClearVlans: vlans };
    await apply(setGroup(arpInspConfig, values), { what: 'Clear ARP inspection statistics' });
  };
  return (
    <>
      <PageActions>
        <Button busy={pending} disabled={!wanted} onClick={() => void clear(reading.ok ? reading.value : '')}>
          {t('Clear by VLAN')}
        </Button>
        <Button destructive busy={pending} onClick={() => void clear('')}>
          {t('Clear All')}
        </Button>
      </PageActions>
      <PlainField
        field={list}
        value={text}
        help={t('Shows and clears only these VLANs, such as "1-3,5". Empty: all.')}
        message={reading.ok ? undefined : t('Invalid input!')}
        onChange={(next) => setText(String(next))}
      />
      <ObjectTable
        object={arpInspStatsEntry}
        rows={shown}
        title={t('Packets by VLAN')}
        filter={false}
        kept={false}
        columns={[
          'arpInspVlanId',
          'arpInspForwarded',
          'arpInspDropped',
          'arpInspDhcpDrops',
          'arpInspDhcpPermits',
          'arpInspAclDrops',
          'arpInspAclPermits',
        ]}
        empty={t('No inspected VLANs.')}
      />
      <ObjectTable
        object={arpInspStatsEntry}
        rows={shown}
        title={t('Validation failures by VLAN')}
        filter={false}
        kept={false}
        columns={['arpInspVlanId', 'arpInspSrcMacFailures', 'arpInspDstMacFailures', 'arpInspIpFailures']}
        empty={t('No inspected VLANs.')}
      />
    </>
  );
}
