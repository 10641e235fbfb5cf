import { list } from '../../../console/page/list.tsx';
import { ArpTable } from './ArpTable.tsx';
import { ipArpStaticEntry } from './arp-objects.ts';
import { InterfaceControl } from './InterfaceControl.tsx';

export default [
  list(ipArpStaticEntry, {
    title: 'Static entries',
    filter: false,
    empty: 'No entry is set.',
    columns: ['ipNetToPhysicalIfIndex', 'ipNetToPhysicalNetAddress', 'ipNetToPhysicalPhysAddress'],
    fields: [
      { name: 'ipNetToPhysicalIfIndex', control: InterfaceControl },
      'ipNetToPhysicalNetAddress',
      'ipNetToPhysicalPhysAddress',
    ],
    add: { title: 'New static entry', what: 'Add static ARP entry', button: 'Add entry', at: 'page' },
    modify: {
      title: ({ ipNetToPhysicalNetAddress }, t) =>
        t('Static entry {{address}}', { address: ipNetToPhysicalNetAddress }),
      what: 'Modify static ARP entry',
      fields: ['ipNetToPhysicalPhysAddress'],
    },
    deleteAll: true,
  }),
  ArpTable,
];
