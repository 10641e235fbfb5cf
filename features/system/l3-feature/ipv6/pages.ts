import { page } from '../../../../console/navigation/page.ts';

const under = ['System', 'L3 Feature'];

/** System > L3 Feature > IPv6 Interface: the switch's own IPv6 addresses, by VLAN (docs/specification/system.md). */
export const ipv6InterfacePage = page({
  under,
  title: 'IPv6 Interface',
  sentence: 'VLAN interfaces with IPv6.',
  keywords: 'ipv6 address interface link-local slaac router advertisement',
  reads: ['ipv6Ctrl', 'ipv6InterfaceEntry', 'ipv6IfAddressEntry'],
  page: () => import('./parts.tsx'),
});

/** System > L3 Feature > IPv6 Interface Configuration: one interface (docs/specification/system.md). */
export const ipv6InterfaceConfigurationPage = page({
  under,
  title: 'IPv6 Interface Configuration',
  sentence: 'IPv6 addresses of this interface, and their sources.',
  hidden: true,
  reads: ['ipv6IfAddressEntry', 'ipAddressEntry'],
  page: () => import('./Ipv6InterfaceConfiguration.tsx'),
});

/** System > L3 Feature > IPv6 Neighbor: who is behind which IPv6 address (docs/specification/system.md). */
export const ipv6NeighborPage = page({
  under,
  title: 'IPv6 Neighbor',
  sentence: 'IPv6-to-MAC address mappings in the VLANs of the switch.',
  keywords: 'ipv6 neighbor discovery nd cache mac static dynamic',
  reads: ['ipv6NeighborStaticEntry', 'ipNetToPhysicalEntry'],
  page: () => import('./neighbour-parts.tsx'),
});

/**
 * System > L3 Feature > IPv6 Static/Default Route: where the switch sends what is for other networks
 * (docs/specification/system.md).
 */
export const ipv6RoutePage = page({
  under,
  title: 'IPv6 Static/Default Route',
  path: '/System/L3Feature/IPv6StaticDefaultRoute',
  sentence: 'Routes to remote IPv6 networks.',
  keywords: 'ipv6 route gateway next hop static default metric backup',
  reads: ['ipv6StaticRouteEntry', 'inetCidrRouteEntry'],
  page: () => import('./route-parts.ts'),
});
