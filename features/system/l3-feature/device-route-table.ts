import type { DeviceContext, LiveColumnsOf, LiveOf, LiveRowOf } from '../../../device/feature.ts';
import { compareRows, rowKey } from '../../../model/schema/object.ts';
import { VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { formatIpNetwork, ipNetwork } from '../../../model/values/ip-prefix.ts';
import { routedLinks, routesOf } from './device-routes.ts';
import type { ipv6StaticRouteEntry } from './ipv6/route-objects.ts';
import {
  inetCidrRouteEntry,
  type ipStaticRouteEntry,
  RouteActivity,
  RouteProtocol,
  RouteType,
} from './route-objects.ts';

/** RFC 4001 InetAddressType. */
const addressType = (address: string) => (address === '' ? 0 : address.includes(':') ? 2 : 1);

interface RouteInUse {
  readonly destination: string;
  readonly gateway: string;
  readonly vlan: number;
  readonly metric: number;
  readonly protocol: LiveRowOf<typeof inetCidrRouteEntry>['inetCidrRouteProto'];
}

function routeRow({ destination, gateway, vlan, metric, protocol }: RouteInUse): LiveRowOf<typeof inetCidrRouteEntry> {
  const [network = '', prefix = ''] = destination.split('/');
  return {
    inetCidrRouteDestType: addressType(network),
    inetCidrRouteDest: network,
    inetCidrRoutePfxLen: Number(prefix),
    inetCidrRouteNextHopType: addressType(gateway),
    inetCidrRouteNextHop: gateway,
    inetCidrRouteIfIndex: VLAN_INTERFACE_BASE + vlan,
    inetCidrRouteType: gateway === '' ? RouteType.local : RouteType.remote,
    inetCidrRouteProto: protocol,
    inetCidrRouteNextHopAS: 0,
    inetCidrRouteMetric1: metric,
    inetCidrRouteStatus: 1,
  };
}

/** The rows of `inetCidrRouteEntry`: the switch's own links, and the routes in use. */
export function liveRoutes(context: DeviceContext): readonly LiveRowOf<typeof inetCidrRouteEntry>[] {
  const configuration = context.configuration();
  const connected = routedLinks(configuration, context.hardware, context.slots).flatMap(({ vlan, isUp, addresses }) =>
    addresses.flatMap(({ address, prefix }): RouteInUse[] => {
      const network = isUp ? ipNetwork(address, prefix) : undefined;
      const protocol = RouteProtocol.local;
      return network ? [{ destination: formatIpNetwork(network), gateway: '', vlan, metric: 0, protocol }] : [];
    }),
  );
  const named = routesOf(configuration, context.hardware, context.slots).flatMap(
    ({ candidate, vlan, state }): RouteInUse[] =>
      state === 'active' && vlan !== undefined ? [{ ...candidate, vlan }] : [],
  );
  const rows = new Map([...connected, ...named].map(routeRow).map((row) => [rowKey(inetCidrRouteEntry, row), row]));
  return [...rows.values()].sort((a, b) => compareRows(inetCidrRouteEntry, a, b));
}

/** The read-only columns of the static routes of a family. */
export function liveStaticRoutes(
  context: DeviceContext,
  table: typeof ipStaticRouteEntry | typeof ipv6StaticRouteEntry,
): LiveColumnsOf<typeof table> {
  return new Map(
    routesOf(context.configuration(), context.hardware, context.slots).flatMap(
      ({ candidate: { row, table: named }, state }): [string, LiveOf<typeof table>][] =>
        row && named === table ? [[rowKey(table, row), { routeActive: RouteActivity[state] }]] : [],
    ),
  );
}
