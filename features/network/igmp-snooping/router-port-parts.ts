import { list } from '../../../console/page/list.tsx';
import { routerPortsControl } from '../snooping-router-ports.tsx';
import { igsVlanRouterEntry } from './objects.ts';

export default [
  list(igsVlanRouterEntry, {
    title: 'Router ports',
    filter: 'VLAN or port',
    kept: false,
    poll: 5000,
    columns: [
      'igsVlanRouterVlanId',
      { name: 'igsVlanStaticRouterPorts', text: (row) => row.igsVlanStaticRouterPorts || '–' },
      { name: 'igsVlanDynamicRouterPorts', text: (row) => row.igsVlanDynamicRouterPorts || '–' },
      'igsVlanRouterExpiry',
    ],
    fields: [
      ['igsVlanRouterVlanId'],
      { name: 'igsVlanStaticRouterPorts', control: routerPortsControl('igsVlanRouterVlanId'), wide: true },
    ],
    modify: {
      title: ({ igsVlanRouterVlanId: vlan }, t) => t('VLAN {{vlan}}', { vlan }),
      what: 'Modify IGMP router ports',
    },
  }),
];
