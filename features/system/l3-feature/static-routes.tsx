import type { Part } from '../../../console/navigation/menu-entry.ts';
import { list } from '../../../console/page/list.tsx';
import type { RowOf } from '../../../model/schema/object.ts';
import { defaultRoute } from './DefaultRoute.tsx';
import type { ipv6StaticRouteEntry } from './ipv6/route-objects.ts';
import { StateTag } from './RouteState.tsx';
import { RoutingTable } from './RoutingTable.tsx';
import { networkOf } from './route-network.ts';
import type { ipStaticRouteEntry } from './route-objects.ts';

/** What the routes of a family have of their own. Texts are source texts. */
interface RouteFamily {
  readonly title: string;
  readonly filter: string;
  /** RFC 4001 InetAddressType. */
  readonly type: 1 | 2;
  /** The network that is everywhere, with no bits. */
  readonly everywhere: string;
  /** The bits that a network usually has. */
  readonly prefix: number;
}

/** The static routes of a family, and every route in use. */
export function staticRoutes(
  table: typeof ipStaticRouteEntry | typeof ipv6StaticRouteEntry,
  { title, filter, type, everywhere, prefix }: RouteFamily,
): readonly Part[] {
  const { DefaultRoute, whileDefault } = defaultRoute(everywhere, prefix);
  return [
    list(table, {
      title,
      poll: 5_000,
      filter,
      empty: 'No routes yet.',
      columns: [
        { key: 'network', title: 'Network', text: networkOf },
        'inetCidrRouteNextHop',
        'inetCidrRouteIfIndex',
        'inetCidrRouteMetric1',
        'routeBackup',
        { name: 'routeActive', draw: (row: RowOf<typeof table>) => <StateTag state={row.routeActive} /> },
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
    function RoutesInUse() {
      return <RoutingTable family={type} />;
    },
  ];
}
