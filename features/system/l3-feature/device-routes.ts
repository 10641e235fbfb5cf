import type { RoutePlan } from '../../../datapath/plan.ts';
import type { AccessContribution, Contribution } from '../../../device/contribution.ts';
import type { SlotReader } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import {
  type RouteCandidate,
  type RoutedLink,
  type SelectedRoute,
  selectRoutes,
} from '../../../protocols/routing/select-routes.ts';
import { leaseOf, wantedAddresses } from '../../interface-addresses.ts';
import { ipDefaultRouter, ipIfSecondaryEntry } from './address-objects.ts';
import { ipv4InterfaceEntry } from './objects.ts';
import { leases } from './slots.ts';

/** Who named a route. */
interface NamedRoute extends RouteCandidate {
  readonly origin: 'gateway' | 'dhcp';
}

/** What the default gateway of the interfaces counts; what is set goes before what a DHCP server gave. */
const GATEWAY_METRIC = 1;
const DHCP_METRIC = 254;

const EVERYWHERE = '0.0.0.0/0';

/** The switch's interfaces as routes see them. */
function links(configuration: Configuration, slots: SlotReader): readonly RoutedLink[] {
  return configuration.rows(ipv4InterfaceEntry).map((row) => ({
    vlan: row.ipIfVlanId,
    isUp: row.ipv4InterfaceEnableStatus === Status.enabled,
    addresses: wantedAddresses(row, configuration, slots),
  }));
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
            origin: 'gateway',
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
        origin: 'dhcp',
      },
    ];
  });
  return [...set, ...leased];
}

/** What became of every route that somebody named. */
function routesOf(configuration: Configuration, slots: SlotReader): readonly SelectedRoute<NamedRoute>[] {
  return selectRoutes(namedRoutes(configuration, slots), links(configuration, slots));
}

/** The gateway of the default route in force; undefined where there is none. */
export function gatewayInForce(configuration: Configuration, slots: SlotReader): string | undefined {
  return routesOf(configuration, slots).find(
    ({ candidate, state }) => candidate.destination === EVERYWHERE && state === 'active',
  )?.candidate.gateway;
}

const inputs = { reads: [ipv4InterfaceEntry, ipIfSecondaryEntry, ipDefaultRouter], uses: [leases] };

/** The routes in use, for the datapath. */
export const routeContribution: Contribution = {
  ...inputs,
  compile: (configuration, _hardware, slots) => ({
    routes: new Map(routesInUse(configuration, slots).map((route) => [route.destination, route])),
  }),
};

/** The same for the guard. */
export const routeAccess: AccessContribution = {
  ...inputs,
  compile: (configuration, _hardware, slots) => ({
    routes: new Map(
      routesInUse(configuration, slots).map(({ destination, vlan, gateway }) => [destination, { vlan, gateway }]),
    ),
  }),
};

function routesInUse(configuration: Configuration, slots: SlotReader): readonly RoutePlan[] {
  return routesOf(configuration, slots).flatMap(({ candidate, vlan, state }) => {
    const { destination, gateway, metric } = candidate;
    return state === 'active' && vlan !== undefined ? [{ destination, gateway, vlan, metric }] : [];
  });
}
