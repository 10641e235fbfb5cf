import { useRows } from '../../../console/call/use-reads.ts';
import { list } from '../../../console/page/list.tsx';
import { AddVlans } from '../AddVlans.tsx';
import { dhcpSnoopingVlanEntry } from './objects.ts';

export default [
  function AddSnoopedVlans() {
    const { data: rows } = useRows(dhcpSnoopingVlanEntry);
    return (
      <AddVlans
        object={dhcpSnoopingVlanEntry}
        title="Snoop VLANs"
        what="Add snooped VLANs"
        present={rows && new Set(rows.map(({ dhcpSnoopingVlanId }) => dhcpSnoopingVlanId))}
        row={(vlan) => ({ dhcpSnoopingVlanId: vlan })}
      />
    );
  },
  list(dhcpSnoopingVlanEntry, {
    title: 'Snooped VLANs',
    filter: 'Filter by id',
    empty: 'No snooped VLANs yet. Add some above.',
    modify: {
      title: ({ dhcpSnoopingVlanId: vlan }, t) => t('VLAN {{vlan}}', { vlan }),
      what: 'DHCP snooping of a VLAN',
    },
    fields: ['dhcpSnoopingVlanStatus'],
    deleteAll: true,
  }),
];
