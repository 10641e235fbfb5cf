import { type DeviceFeature, live } from '../../../device/feature.ts';
import { ipAddressEntry, ipDefaultRouter, ipIfSecondaryEntry } from './address-objects.ts';
import { ipArpCtrl, ipArpIfEntry, ipArpStaticEntry, ipNetToPhysicalEntry } from './arp-objects.ts';
import { addressKeeping, leaseOperation } from './device-addresses.ts';
import {
  ageingContribution,
  arpRules,
  clearOperation,
  liveAgeing,
  liveNeighbours,
  neighbourAccess,
  neighbourContribution,
} from './device-arp.ts';
import { linkWatch } from './device-links.ts';
import { liveAddresses, liveGateway, liveInterfaces } from './device-live.ts';
import { accessContribution, addressFrameContribution, interfaceContribution } from './device-plan.ts';
import { liveRoutes, liveStaticRoutes } from './device-route-table.ts';
import { forwardingContribution, routeAccess, routeContribution } from './device-routes.ts';
import { ipv6AddressObjects } from './ipv6/addresses.ts';
import { dhcpv6Client, dhcpv6Renewal, ipv6AddressKeeping } from './ipv6/device-ipv6.ts';
import { liveIpv6Interfaces } from './ipv6/device-live.ts';
import {
  ipv6ClearOperation,
  ipv6NeighbourAccess,
  ipv6NeighbourContribution,
  ipv6NeighbourRule,
  liveIpv6Count,
} from './ipv6/device-neighbours.ts';
import { ipv6InterfaceEntry } from './ipv6/interface-objects.ts';
import { ipv6NeighborCtrl, ipv6NeighborStaticEntry } from './ipv6/neighbour-objects.ts';
import { dhcpv6Contribution, discoveryContribution } from './ipv6/punts.ts';
import { ipv6StaticRouteEntry } from './ipv6/route-objects.ts';
import { ipv6RouteRules } from './ipv6/route-rules.ts';
import { ipv6Rules } from './ipv6/rules.ts';
import { ipv4InterfaceEntry } from './objects.ts';
import { inetCidrRouteEntry, ipRouting, ipStaticRouteEntry } from './route-objects.ts';
import { routeRules } from './route-rules.ts';
import { interfaceRules } from './rules.ts';

/** System > L3 Feature. */
export const l3Feature: DeviceFeature = {
  objects: [
    ipv4InterfaceEntry,
    ipIfSecondaryEntry,
    ipAddressEntry,
    ipDefaultRouter,
    ipArpCtrl,
    ipArpIfEntry,
    ipArpStaticEntry,
    ipNetToPhysicalEntry,
    ipRouting,
    ipStaticRouteEntry,
    inetCidrRouteEntry,
    ...ipv6AddressObjects,
    ipv6NeighborCtrl,
    ipv6NeighborStaticEntry,
    ipv6StaticRouteEntry,
  ],
  rules: [...interfaceRules, ...routeRules, ...arpRules, ...ipv6Rules, ...ipv6RouteRules, ipv6NeighbourRule],
  operations: [leaseOperation, clearOperation, dhcpv6Renewal, ipv6ClearOperation],
  services: [addressKeeping, linkWatch, ipv6AddressKeeping, dhcpv6Client],
  contributions: [
    interfaceContribution,
    addressFrameContribution,
    discoveryContribution,
    dhcpv6Contribution,
    routeContribution,
    forwardingContribution,
    ageingContribution,
    neighbourContribution,
    ipv6NeighbourContribution,
  ],
  accessContributions: [accessContribution, routeAccess, neighbourAccess, ipv6NeighbourAccess],
  live: [
    live(ipv4InterfaceEntry, { columns: liveInterfaces }),
    live(ipv6InterfaceEntry, { columns: liveIpv6Interfaces }),
    live(ipAddressEntry, { rows: liveAddresses }),
    live(ipDefaultRouter, { group: liveGateway }),
    live(ipArpCtrl, { group: liveAgeing }),
    live(ipv6NeighborCtrl, { group: liveIpv6Count }),
    live(ipNetToPhysicalEntry, { rows: liveNeighbours }),
    live(ipStaticRouteEntry, { columns: (context) => liveStaticRoutes(context, ipStaticRouteEntry) }),
    live(ipv6StaticRouteEntry, { columns: (context) => liveStaticRoutes(context, ipv6StaticRouteEntry) }),
    live(inetCidrRouteEntry, { rows: liveRoutes }),
  ],
};
