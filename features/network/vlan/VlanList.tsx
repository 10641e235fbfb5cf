import { useNavigate } from 'react-router';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Tag } from '../../../console/elements/Tag.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { formatPortList } from '../../../model/values/port-list.ts';
import { membershipOf } from './membership.ts';
import { DEFAULT_VLAN, dot1qBase, dot1qVlanStaticEntry } from './objects.ts';

type Vlan = RowOf<typeof dot1qVlanStaticEntry>;

function taggedPorts(row: Vlan): string {
  const { members, untagged } = membershipOf(row);
  return formatPortList(members & ~untagged);
}

/** Every VLAN with its ports; `selected` is the one that a form on the page shows. */
export function VlanList({ selected }: { selected?: number }) {
  const t = useText();
  const navigate = useNavigate();
  const { data: capacity } = useGroup(dot1qBase);
  return (
    <ObjectTable
      object={dot1qVlanStaticEntry}
      title={t('All VLANs')}
      filter="Filter by id or name"
      count={(total) => t('{{total}} of {{maximum}}', { total, maximum: capacity?.dot1qMaxSupportedVlans ?? '…' })}
      columns={[
        'dot1qVlanIndex',
        { name: 'dot1qVlanStaticName', title: 'Name' },
        {
          key: 'type',
          title: 'VLAN Type',
          text: (row) => t(row.dot1qVlanIndex === DEFAULT_VLAN ? 'Permanent' : 'Static'),
        },
        { name: 'dot1qVlanStaticUntaggedPorts', title: 'Untagged ports' },
        { key: 'tagged', title: 'Tagged ports', text: taggedPorts },
        {
          name: 'vlanHasIpInterface',
          draw: (row) => (row.vlanHasIpInterface === 1 ? <Tag tone="ok">{t('Yes')}</Tag> : t('No')),
        },
      ]}
      isSelected={(row) => row.dot1qVlanIndex === selected}
      onModify={(row) => void navigate(`/Network/ModifyVLAN/${row.dot1qVlanIndex}`)}
      kept={(row) => (row.dot1qVlanIndex === DEFAULT_VLAN ? t('default') : undefined)}
      deleteAll
    />
  );
}
