import { list } from '../../../console/page/list.tsx';
import { macVlanEntry } from './objects.ts';

export default [
  list(macVlanEntry, {
    title: 'MAC VLAN entries',
    filter: 'Address or VLAN',
    empty: 'No station has a VLAN of its own. Add one above.',
    add: { title: 'New MAC VLAN entry', what: 'Add MAC VLAN entry' },
    modifiedAt: () => '/Network/ModifyMACVLAN',
    deleteAll: true,
  }),
];
