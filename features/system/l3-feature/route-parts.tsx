import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { defaultRoute } from './DefaultRoute.tsx';
import { StateTag } from './RouteState.tsx';
import { RoutingTable } from './RoutingTable.tsx';
import { networkOf } from './route-network.ts';
import { ipRouting, ipStaticRouteEntry } from './route-objects.ts';

const { DefaultRoute, whileDefault } = defaultRoute('0.0.0.0', 24);

export default [
  form(ipRouting, { title: 'Routing' }),
  list(ipStaticRouteEntry, {
    title: 'Static routes',
    poll: 5_000,
    filter: 'Network or gateway',
    empty: 'No routes yet.',
    columns: [
      { key: 'network', title: 'Network', text: networkOf },
      'inetCidrRouteNextHop',
      'inetCidrRouteIfIndex',
      'inetCidrRouteMetric1',
      'routeBackup',
      { name: 'routeActive', draw: (row) => <StateTag state={row.routeActive} /> },
    ],
    add: {
      title: 'New static route',
      what: 'Add static route',
      button: 'Add route',
      fields: [
        DefaultRoute,
        { name: 'inetCidrRouteDest', unusable: whileDefault },
        { name: 'inetCidrRoutePfxLen', unusable: whileDefault },
        'inetCidrRouteNextHop',
        'inetCidrRouteIfIndex',
        'inetCidrRouteMetric1',
        'routeBackup',
      ],
    },
    modify: {
      title: (index, t) => t('Route {{network}}', { network: networkOf(index) }),
      what: 'Modify static route',
      fields: ['inetCidrRouteMetric1'],
    },
    deleteAll: true,
  }),
  Ipv4RoutingTable,
];

function Ipv4RoutingTable() {
  return <RoutingTable family={1} />;
}
