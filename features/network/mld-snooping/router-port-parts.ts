import { list } from '../../../console/page/list.tsx';
import { routerPortsControl } from '../snooping-router-ports.tsx';
import { mldsVlanRouterEntry } from './objects.ts';

export default [
  list(mldsVlanRouterEntry, {
    title: 'Router ports',
    filter: 'VLAN or port',
    kept: false,
    poll: 5000,
    columns: [
      'mldsVlanRouterVlanId',
      { name: 'mldsVlanStaticRouterPorts', text: (row) => row.mldsVlanStaticRouterPorts || '–' },
      { name: 'mldsVlanDynamicRouterPorts', text: (row) => row.mldsVlanDynamicRouterPorts || '–' },
      'mldsVlanRouterExpiry',
    ],
    fields: [
      ['mldsVlanRouterVlanId'],
      { name: 'mldsVlanStaticRouterPorts', control: routerPortsControl('mldsVlanRouterVlanId'), wide: true },
    ],
    modify: {
      title: ({ mldsVlanRouterVlanId: vlan }, t) => t('VLAN {{vlan}}', { vlan }),
      what: 'Modify MLD router ports',
    },
  }),
];
