import { enumeration } from '../../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../../model/schema/kinds/integer.ts';
import { ipv6 } from '../../../../model/schema/kinds/ipv6.ts';
import { table } from '../../../../model/schema/object.ts';
import { say } from '../../../../model/values/message.ts';
import { VLAN_ID_MAXIMUM } from '../../../../model/values/vlan-list.ts';
import { networkOf } from '../route-network.ts';
import { routeActivity, routeRole, STATIC_IPV6_ROUTES } from '../route-objects.ts';
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
  columns: {
    inetCidrRouteIfIndex: integer({
      label: 'VLAN',
      access: 'create',
      min: 1,
      max: VLAN_ID_MAXIMUM,
      fixed: [0],
      default: 0,
      words: { 0: 'by next hop' },
      help: '0 uses the VLAN of the next hop.',
    }),
    inetCidrRouteMetric1: integer({
      label: 'Metric',
      min: 1,
      max: 65_535,
      default: 1,
      help: 'A default route from a router advertisement has metric 254; the lower one is used.',
    }),
    routeBackup: enumeration({
      label: 'Role',
      access: 'create',
      choices: routeRole,
      default: 1,
      help: 'A backup route is used while the primary route is unavailable.',
    }),
    routeActive: enumeration({ label: 'Status', access: 'ro', choices: routeActivity, default: 2 }),
  },
  rows: { max: STATIC_IPV6_ROUTES },
  rowName: (row) =>
    say('route {{network}} via {{gateway}}', {
      network: networkOf(row),
      gateway: row.inetCidrRouteNextHop,
    }),
  privateMib: {
    number: 132,
    columns: [
      'inetCidrRouteDest retired',
      'inetCidrRoutePfxLen retired',
      'inetCidrRouteNextHop retired',
      'inetCidrRouteIfIndex',
      'inetCidrRouteMetric1',
      'routeBackup',
      'routeActive',
      'RowStatus',
    ],
  },
});
