import { list } from '../../../console/page/list.tsx';
import { BridgePortControl } from '../../bridge-port-control.tsx';
import { dot1qStaticUnicastEntry } from './objects.ts';

export default [
  list(dot1qStaticUnicastEntry, {
    title: 'Static unicast addresses',
    columns: [
      { name: 'dot1qVlanIndex', title: 'VLAN ID' },
      'dot1qStaticUnicastAddress',
      'dot1qStaticUnicastAllowedToGoTo',
    ],
    filter: 'VLAN, address or port',
    empty: 'No static addresses yet.',
    fields: [
      'dot1qVlanIndex',
      'dot1qStaticUnicastAddress',
      { name: 'dot1qStaticUnicastAllowedToGoTo', control: BridgePortControl },
    ],
    add: { title: 'New static address', what: 'Add static unicast address', button: 'Add address' },
    modify: { title: (_, t) => t('Static unicast address'), what: 'Modify static unicast address' },
    deleteAll: true,
  }),
];
