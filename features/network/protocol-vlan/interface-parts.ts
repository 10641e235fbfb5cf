import { list } from '../../../console/page/list.tsx';
import { BridgePortControl } from '../../bridge-port-control.tsx';
import { dot1vProtocolPortEntry } from './objects.ts';

export default [
  list(dot1vProtocolPortEntry, {
    title: 'Profiles at ports',
    filter: 'Port, profile or VLAN',
    empty: 'No profile is bound to a port. Add one above.',
    fields: [
      { name: 'dot1dBasePort', control: BridgePortControl },
      'dot1vProtocolPortGroupId',
      'dot1vProtocolPortGroupVid',
      'protocolPortPriority',
    ],
    add: { title: 'New binding', what: 'Bind a protocol profile' },
    modify: { title: (_, t) => t('Profile at port'), what: 'Modify protocol profile of a port' },
    deleteAll: true,
  }),
];
