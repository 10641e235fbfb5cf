import type { RoutePlan } from '../../../datapath/plan.ts';
import type { AccessContribution, Contribution } from '../../../device/contribution.ts';
import { heldAddresses } from '../../../device/held-addresses.ts';
import type { SlotReader } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import {
  type RouteCandidate,
  type RoutedLink,
  type SelectedRoute,
  selectRoutes,
} from '../../../protocols/routing/select-routes.ts';
import { leaseOf, wantedAddresses } from '../../interface-addresses.ts';
import { ipDefaultRouter, ipIfSecondaryEntry } from './address-objects.ts';
import { followsRouters, ipv6AddressObjects, ipv6InForce } from './ipv6/addresses.ts';
import { ipv6Rows } from './ipv6/objects.ts';
import { ipv6StaticRouteEntry } from './ipv6/route-objects.ts';
import { ipv6Interfaces } from './ipv6/slots.ts';
import { ipv4InterfaceEntry } from './objects.ts';
import { networkOf } from './route-network.ts';
import { ipRouting, ipStaticRouteEntry, RouteProtocol, RouteRole } from './route-objects.ts';
import { leases, unlinkedVlans } from './slots.ts';

type StaticRoutes = typeof ipStaticRouteEntry | typeof ipv6StaticRouteEntry;
type StaticRoute = RowOf<typeof ipStaticRouteEntry> | RowOf<typeof ipv6StaticRouteEntry>;

/** Source of a route. */
export interface NamedRoute extends RouteCandidate {
  readonly protocol: (typeof RouteProtocol)[keyof typeof RouteProtocol];
  /** The static route that it is, and of which table. */
  readonly row?: StaticRoute;
  readonly table?: StaticRoutes;
}

/**
 * Metric of the interfaces' default gateway; a configured one takes precedence over that of a DHCP server or a router.
 */
const GATEWAY_METRIC = 1;
const DHCP_METRIC = 254;
const ROUTER_METRIC = 254;

const EVERYWHERE = '0.0.0.0/0';
const EVERYWHERE_IPV6 = '::/0';

/** The switch's interfaces as routes of IPv4 see them. */
function ipv4Links(configuration: Configuration, slots: SlotReader): readonly RoutedLink[] {
  return configuration.rows(ipv4InterfaceEntry).map((row) => {
    const isEnabled = row.ipv4InterfaceEnableStatus === Status.enabled;
    return {
      vlan: row.ipIfVlanId,
      isUp: isEnabled && !slots.get(unlinkedVlans).has(row.ipIfVlanId),
      addresses: isEnabled ? wantedAddresses(row, configuration, slots) : [],
    };
  });
}

/** The same of those that speak IPv6. */
function ipv6Links(configuration: Configuration, hardware: Hardware, slots: SlotReader): readonly RoutedLink[] {
  return ipv6Rows(configuration).map((row) => ({
    vlan: row.ipIfVlanId,
    isUp: !slots.get(unlinkedVlans).has(row.ipIfVlanId),
    addresses: ipv6InForce(row, configuration, hardware.baseMacAddress, slots),
  }));
}

/** The switch's interfaces as routes see them, those with both families twice. */
export function routedLinks(
  configuration: Configuration,
  hardware: Hardware,
  slots: SlotReader,
): readonly RoutedLink[] {
  return [...ipv4Links(configuration, slots), ...ipv6Links(configuration, hardware, slots)];
}

/** The default routes over the routers that speak on the links (RFC 4861 6.3.6). */
function advertisedRoutes(configuration: Configuration, slots: SlotReader): readonly NamedRoute[] {
  return ipv6Rows(configuration).flatMap((row): NamedRoute[] => {
    const router = followsRouters(row) ? slots.get(ipv6Interfaces).get(row.ipIfVlanId)?.router : undefined;
    if (router === undefined) return [];
    return [
      {
        destination: EVERYWHERE_IPV6,
        gateway: router,
        vlan: row.ipIfVlanId,
        metric: ROUTER_METRIC,
        role: 'primary',
        protocol: RouteProtocol.routerAdvertisement,
      },
    ];
  });
}

function staticRoute(row: StaticRoute, table: StaticRoutes): NamedRoute {
  return {
    destination: networkOf(row),
    gateway: row.inetCidrRouteNextHop,
    vlan: row.inetCidrRouteIfIndex || undefined,
    metric: row.inetCidrRouteMetric1,
    role: row.routeBackup === RouteRole.primary ? 'primary' : 'backup',
    protocol: RouteProtocol.netmgmt,
    row,
    table,
  };
}

/** Every route that somebody named, of both families. */
function namedRoutes(configuration: Configuration, slots: SlotReader): readonly NamedRoute[] {
  const gateway = configuration.group(ipDefaultRouter).ipDefaultRouterAddress;
  const set: NamedRoute[] =
    gateway === ''
      ? []
      : [
          {
            destination: EVERYWHERE,
            gateway,
            vlan: undefined,
            metric: GATEWAY_METRIC,
            role: 'primary',
            protocol: RouteProtocol.netmgmt,
          },
        ];
  const leased = configuration.rows(ipv4InterfaceEntry).flatMap((row): NamedRoute[] => {
    const given = row.ipv4InterfaceEnableStatus === Status.enabled ? leaseOf(row, slots)?.gateway : undefined;
    if (given === undefined) return [];
    return [
      {
        destination: EVERYWHERE,
        gateway: given,
        vlan: row.ipIfVlanId,
        metric: DHCP_METRIC,
        role: 'primary',
        protocol: RouteProtocol.dhcp,
      },
    ];
  });
  return [
    ...set,
    ...configuration.rows(ipStaticRouteEntry).map((row) => staticRoute(row, ipStaticRouteEntry)),
    ...configuration.rows(ipv6StaticRouteEntry).map((row) => staticRoute(row, ipv6StaticRouteEntry)),
    ...leased,
    ...advertisedRoutes(configuration, slots),
  ];
}

/** Result of every route from all sources. */
export function routesOf(
  configuration: Configuration,
  hardware: Hardware,
  slots: SlotReader,
): readonly SelectedRoute<NamedRoute>[] {
  const named = namedRoutes(configuration, slots);
  const isIpv6 = ({ destination }: NamedRoute) => destination.includes(':');
  return [
    ...selectRoutes(
      named.filter((route) => !isIpv6(route)),
      ipv4Links(configuration, slots),
    ),
    ...selectRoutes(named.filter(isIpv6), ipv6Links(configuration, hardware, slots)),
  ];
}

/** The gateway of the default route in force; undefined where there is none. */
export function gatewayInForce(
  configuration: Configuration,
  hardware: Hardware,
  slots: SlotReader,
): string | undefined {
  return routesOf(configuration, hardware, slots).find(
    ({ candidate, state }) => candidate.destination === EVERYWHERE && state === 'active',
  )?.candidate.gateway;
}

const inputs = {
  reads: [
    ipv4InterfaceEntry,
    ipIfSecondaryEntry,
    ipDefaultRouter,
    ipStaticRouteEntry,
    ipv6StaticRouteEntry,
    ...ipv6AddressObjects,
  ],
  uses: [leases, heldAddresses, ipv6Interfaces, unlinkedVlans],
};

/** The routes in use, for the datapath. */
export const routeContribution: Contribution = {
  ...inputs,
  compile: (configuration, hardware, slots) => ({
    routes: new Map(routesInUse(configuration, hardware, slots).map((route) => [route.destination, route])),
  }),
};

/** Whether the switch routes from VLAN to VLAN. */
export const forwardingContribution: Contribution = {
  reads: [ipRouting],
  compile: (configuration) => ({ forwardsIpv4: configuration.group(ipRouting).ipForwarding === Status.enabled }),
};

/** The routes in use, for the guard. */
export const routeAccess: AccessContribution = {
  ...inputs,
  compile: (configuration, hardware, slots) => ({
    routes: new Map(
      routesInUse(configuration, hardware, slots).map(({ destination, vlan, gateway }) => [
        destination,
        { vlan, gateway },
      ]),
    ),
  }),
};

function routesInUse(configuration: Configuration, hardware: Hardware, slots: SlotReader): readonly RoutePlan[] {
  return routesOf(configuration, hardware, slots).flatMap(({ candidate, vlan, state }) => {
    const { destination, gateway, metric } = candidate;
    return state === 'active' && vlan !== undefined ? [{ destination, gateway, vlan, metric }] : [];
  });
}
