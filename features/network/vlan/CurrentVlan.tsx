import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { formatPortList, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { dot1qVlanCurrentEntry } from './objects.ts';

function taggedPorts(row: RowOf<typeof dot1qVlanCurrentEntry>): string {
  const members = parsePortList(row.dot1qVlanCurrentEgressPorts) ?? NO_PORTS;
  const untagged = parsePortList(row.dot1qVlanCurrentUntaggedPorts) ?? NO_PORTS;
  return formatPortList(members & ~untagged);
}

/** Network > VLAN > Current: every VLAN in force (reference/network.md). */
export default function CurrentVlan() {
  const t = useText();
  return (
    <Page
      title={t('Current VLANs')}
      sentence={t('Every VLAN in force, as the switch forwards by it now.')}
      actions={<RefreshButton />}
    >
      <ObjectTable
        object={dot1qVlanCurrentEntry}
        title={t('VLANs in force')}
        filter="Filter by id or name"
        kept={false}
        columns={[
          'dot1qVlanIndex',
          'dot1qVlanStaticName',
          'dot1qVlanStatus',
          { key: 'tagged', title: 'Tagged ports', text: taggedPorts },
          { name: 'dot1qVlanCurrentUntaggedPorts', title: 'Untagged ports' },
          'dot1qVlanFdbId',
          'dot1qVlanCreationTime',
        ]}
      />
    </Page>
  );
}
