import { setGroup } from '../../../console/call/object-calls.ts';
import { list } from '../../../console/page/list.tsx';
import { ipArpCtrl, ipArpStaticEntry } from './arp-objects.ts';
import { InterfaceControl } from './InterfaceControl.tsx';
import { neighbourTable } from './neighbour-table.tsx';

export default [
  list(ipArpStaticEntry, {
    title: 'Static entries',
    filter: false,
    empty: 'No entries yet.',
    columns: ['ipNetToPhysicalIfIndex', 'ipNetToPhysicalNetAddress', 'ipNetToPhysicalPhysAddress'],
    fields: [
      { name: 'ipNetToPhysicalIfIndex', control: InterfaceControl },
      'ipNetToPhysicalNetAddress',
      'ipNetToPhysicalPhysAddress',
    ],
    add: { title: 'New static entry', what: 'Add static ARP entry', button: 'Add entry' },
    modify: {
      title: ({ ipNetToPhysicalNetAddress }, t) =>
        t('Static entry {{address}}', { address: ipNetToPhysicalNetAddress }),
      what: 'Modify static ARP entry',
      fields: ['ipNetToPhysicalPhysAddress'],
    },
    deleteAll: true,
  }),
  neighbourTable({
    family: 1,
    title: 'ARP table',
    clear: setGroup(ipArpCtrl, { ipArpClear: 1 }),
    question: 'Clear all learned ARP entries? Those in use are resolved again.',
    what: 'Clear ARP entries',
  }),
];
