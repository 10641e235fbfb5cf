import { useRows } from '../../../console/call/use-reads.ts';
import { type AddingProps, list } from '../../../console/page/list.tsx';
import { offNotice } from '../../off-notice.tsx';
import { AddVlans } from '../AddVlans.tsx';
import { dhcpSnoopingConfig, dhcpSnoopingVlanEntry } from './objects.ts';

export default [
  offNotice(dhcpSnoopingConfig, 'dhcpSnoopingStatus'),

  list(dhcpSnoopingVlanEntry, {
    title: 'Snooped VLANs',
    filter: 'Filter by id',
    empty: 'No snooped VLANs yet.',
    add: { title: 'Snoop VLANs', button: 'Add VLAN', form: AddSnoopedVlans },
    modify: {
      title: ({ dhcpSnoopingVlanId: vlan }, t) => t('VLAN {{vlan}}', { vlan }),
      what: 'DHCP snooping of a VLAN',
    },
    fields: ['dhcpSnoopingVlanStatus'],
    deleteAll: true,
  }),
];

function AddSnoopedVlans(props: AddingProps) {
  const { data: rows } = useRows(dhcpSnoopingVlanEntry);
  return (
    <AddVlans
      {...props}
      object={dhcpSnoopingVlanEntry}
      what="Add snooped VLANs"
      present={rows && new Set(rows.map(({ dhcpSnoopingVlanId }) => dhcpSnoopingVlanId))}
      row={(vlan) => ({ dhcpSnoopingVlanId: vlan })}
    />
  );
}
