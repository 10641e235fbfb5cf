import { setGroup } from '../../../../console/call/object-calls.ts';
import { list } from '../../../../console/page/list.tsx';
import { Ipv6InterfaceControl } from '../InterfaceControl.tsx';
import { neighbourTable } from '../neighbour-table.tsx';
import { ipv6NeighborCtrl, ipv6NeighborStaticEntry } from './neighbour-objects.ts';

export default [
  list(ipv6NeighborStaticEntry, {
    title: 'Static entries',
    filter: false,
    empty: 'No entries yet.',
    columns: ['ipNetToPhysicalIfIndex', 'ipNetToPhysicalNetAddress', 'ipNetToPhysicalPhysAddress'],
    fields: [
      { name: 'ipNetToPhysicalIfIndex', control: Ipv6InterfaceControl },
      'ipNetToPhysicalNetAddress',
      'ipNetToPhysicalPhysAddress',
    ],
    add: { title: 'New static entry', what: 'Add static IPv6 neighbor', button: 'Add entry' },
    modify: {
      title: ({ ipNetToPhysicalNetAddress }, t) =>
        t('Static entry {{address}}', { address: ipNetToPhysicalNetAddress }),
      what: 'Modify static IPv6 neighbor',
      fields: ['ipNetToPhysicalPhysAddress'],
    },
    deleteAll: true,
  }),
  neighbourTable({
    family: 2,
    title: 'IPv6 neighbors',
    clear: setGroup(ipv6NeighborCtrl, { ipv6NeighborClear: 1 }),
    question: 'Clear all learned IPv6 neighbors? Those in use are resolved again.',
    what: 'Clear IPv6 neighbors',
  }),
];
