import { integer } from '../../../../model/schema/kinds/integer.ts';
import { ipv6 } from '../../../../model/schema/kinds/ipv6.ts';
import { table } from '../../../../model/schema/object.ts';
import { routeColumns, routeMibColumns, routeName, STATIC_IPV6_ROUTES } from '../route-objects.ts';
import { stationAddress } from './interface-address.ts';

/** Routes of IPv6 that are set (docs/specification/system.md, "IPv6 Static/Default Route"; columns as in RFC 4292). */
export const ipv6StaticRouteEntry = table('ipv6StaticRouteEntry', {
  title: 'IPv6 static route',
  page: '/System/L3Feature/IPv6StaticDefaultRoute',
  index: {
    inetCidrRouteDest: ipv6({ label: 'Network', access: 'create', addresses: 'any' }),
    inetCidrRoutePfxLen: integer({
      label: 'Prefix length',
      access: 'create',
      min: 0,
      max: 128,
      controlMax: 129,
      default: 64,
    }),
    inetCidrRouteNextHop: stationAddress({
      label: 'Next hop',
      access: 'create',
      help: 'A neighbor: link-local, with its VLAN, or in a subnet of the switch.',
    }),
  },
  columns: routeColumns({
    byGateway: 'by next hop',
    vlanHelp: '0 uses the VLAN of the next hop.',
    metricHelp: 'A default route from a router advertisement has metric 254; the lower one is used.',
  }),
  rows: { max: STATIC_IPV6_ROUTES },
  rowName: routeName,
  privateMib: { number: 132, columns: routeMibColumns },
});
