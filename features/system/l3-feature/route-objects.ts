import { accept, type Field, refuse } from '../../../model/schema/field.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';
import { optionalInetAddress, unsigned32 } from '../../../model/smi/syntax.ts';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { canonicalIp } from '../../../model/values/ip-prefix.ts';
import { say } from '../../../model/values/message.ts';
import { VLAN_ID_MAXIMUM } from '../../../model/values/vlan-list.ts';
import { INTERFACES, SECONDARY_ADDRESSES } from './objects.ts';
import { networkOf } from './route-network.ts';

/** Static routes of IPv4 at most (docs/specification/system.md 0.7), and of IPv6. */
export const STATIC_ROUTES = 32;
export const STATIC_IPV6_ROUTES = 16;

const page = '/System/L3Feature/IPv4StaticDefaultRoute';

/** Whether packets of other stations go on from one VLAN to another (RFC 4293). */
export const ipRouting = group('ip', {
  title: 'IPv4 routing',
  page,
  oid: '1.3.6.1.2.1.4',
  fields: {
    ipForwarding: status({
      mib: { column: 1 },
      label: 'Routing between VLANs',
      default: 2,
      help: 'Stations that use the switch as their gateway reach each other across its VLANs, and networks with routes.',
    }),
  },
});

/** Which of the routes to a network is taken: a backup where no primary can be. */
export const routeRole = { primary: [1, 'Primary route'], backup: [2, 'Backup route'] } as const;

/** State of a route: in use; not usable at present; or ready while another one to the same network is in use. */
export const routeActivity = { active: [1, 'Active'], inactive: [2, 'Inactive'], standby: [3, 'Standby'] } as const;

/** Source of a route (IANAipRouteProtocol). */
export const routeProtocol = {
  local: [2, 'Connected'],
  netmgmt: [3, 'Static'],
  routerAdvertisement: [4, 'RA'],
  dhcp: [19, 'DHCP'],
} as const;

/** The columns of a static route; their words depend on the family's word for the gateway. */
export const routeColumns = (words: {
  readonly byGateway: string;
  readonly vlanHelp: string;
  readonly metricHelp: string;
}) => ({
  inetCidrRouteIfIndex: integer({
    label: 'VLAN',
    access: 'create',
    min: 1,
    max: VLAN_ID_MAXIMUM,
    fixed: [0],
    default: 0,
    words: { 0: words.byGateway },
    help: words.vlanHelp,
  }),
  inetCidrRouteMetric1: integer({ label: 'Metric', min: 1, max: 65_535, default: 1, help: words.metricHelp }),
  routeBackup: enumeration({
    label: 'Role',
    access: 'create',
    choices: routeRole,
    default: 1,
    help: 'A backup route is used while the primary route is unavailable.',
  }),
  routeActive: enumeration({
    label: 'Status',
    access: 'ro',
    choices: routeActivity,
    default: 2,
    help: 'Inactive: the gateway is in no subnet that is up. Standby: a better route is in use.',
  }),
});

/** A static route in words. */
export const routeName = (row: Parameters<typeof networkOf>[0] & { readonly inetCidrRouteNextHop: string }) =>
  say('route {{network}} via {{gateway}}', { network: networkOf(row), gateway: row.inetCidrRouteNextHop });

/** The columns of a static route in the private MIB. */
export const routeMibColumns = [
  'inetCidrRouteDest retired',
  'inetCidrRoutePfxLen retired',
  'inetCidrRouteNextHop retired',
  'inetCidrRouteIfIndex',
  'inetCidrRouteMetric1',
  'routeBackup',
  'routeActive',
  'RowStatus',
] as const;

/** Routes that are set (docs/specification/system.md, "IPv4 Static/Default Route"; columns as in RFC 4292). */
export const ipStaticRouteEntry = table('ipStaticRouteEntry', {
  title: 'Static route',
  page,
  index: {
    inetCidrRouteDest: ipv4({ label: 'Network', access: 'create', addresses: 'any' }),
    inetCidrRoutePfxLen: integer({ label: 'Prefix length', access: 'create', min: 0, max: 32, default: 24 }),
    inetCidrRouteNextHop: ipv4({ label: 'Gateway', access: 'create', help: 'A neighbor in a subnet of the switch.' }),
  },
  columns: routeColumns({
    byGateway: 'by gateway',
    vlanHelp: '0 uses the VLAN of the gateway.',
    metricHelp: 'A default route from DHCP has metric 254; the lower one is used.',
  }),
  rows: { max: STATIC_ROUTES },
  rowName: routeName,
  privateMib: { number: 122, columns: routeMibColumns },
});

/** Values of `routeBackup`. */
export const RouteRole = ipStaticRouteEntry.fields.routeBackup.values;

/** Values of `routeActive`. */
export const RouteActivity = ipStaticRouteEntry.fields.routeActive.values;

/** Any address of either family, or none. */
const addressText = (label: string, column: number): Field<string, 'ro'> => ({
  ...text({ label, maxLength: 39, access: 'ro', mib: { column, isNotAccessible: true, syntax: optionalInetAddress } }),
  read(input) {
    const address = input === '' ? '' : canonicalIp(String(input));
    return address === undefined ? refuse(say('Invalid IPv4 address.')) : accept(address);
  },
});

const addressType = (column: number) =>
  enumeration({
    label: 'Address type',
    choices: { 0: 'None', 1: 'IPv4', 2: 'IPv6' },
    access: 'ro',
    mib: { column, isNotAccessible: true },
  });

/** Every route in use, of both families, the switch's own links among them (RFC 4292). */
export const inetCidrRouteEntry = table('inetCidrRouteEntry', {
  title: 'Route',
  help: 'Routes in use: connected networks, static ones, and those from DHCP or routers.',
  page,
  oid: '1.3.6.1.2.1.4.24.7.1',
  index: {
    inetCidrRouteDestType: addressType(1),
    inetCidrRouteDest: addressText('Network', 2),
    inetCidrRoutePfxLen: gauge({ label: 'Prefix length', mib: { column: 3, isNotAccessible: true } }),
    inetCidrRouteNextHopType: addressType(5),
    inetCidrRouteNextHop: addressText('Gateway', 6),
  },
  columns: {
    inetCidrRouteIfIndex: { ...gauge({ mib: { column: 7 }, label: 'Interface' }), show: interfaceName },
    inetCidrRouteType: enumeration({
      mib: { column: 8 },
      label: 'Type',
      access: 'ro',
      choices: { local: [3, 'Local'], remote: [4, 'Remote'] },
    }),
    inetCidrRouteProto: enumeration({ mib: { column: 9 }, label: 'Protocol', access: 'ro', choices: routeProtocol }),
    inetCidrRouteNextHopAS: gauge({ mib: { column: 11, syntax: unsigned32 }, label: 'Next hop AS' }),
    inetCidrRouteMetric1: gauge({ mib: { column: 12 }, label: 'Metric' }),
    inetCidrRouteStatus: enumeration({
      mib: { column: 17 },
      label: 'Row status',
      access: 'ro',
      choices: { 1: 'Active' },
    }),
  },
  rows: { max: 2 * INTERFACES * (1 + SECONDARY_ADDRESSES) + STATIC_ROUTES + STATIC_IPV6_ROUTES + 2 * INTERFACES },
  // inetCidrRoutePolicy is 0.0 everywhere: its length, and its two arcs.
  mib: {
    index: [
      'inetCidrRouteDestType',
      'inetCidrRouteDest',
      'inetCidrRoutePfxLen',
      2,
      0,
      0,
      'inetCidrRouteNextHopType',
      'inetCidrRouteNextHop',
    ],
  },
});

/** Values of `inetCidrRouteType`. */
export const RouteType = inetCidrRouteEntry.fields.inetCidrRouteType.values;

/** Values of `inetCidrRouteProto`. */
export const RouteProtocol = inetCidrRouteEntry.fields.inetCidrRouteProto.values;
