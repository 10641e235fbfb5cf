import { page } from '../../../console/navigation/page.ts';

const under = ['System', 'L3 Feature'];

/** System > L3 Feature > IPv4 Interface: the switch's own addresses, by VLAN (docs/specification/system.md). */
export const ipv4InterfacePage = page({
  under,
  title: 'IPv4 Interface',
  sentence: 'VLAN interfaces with an IPv4 address.',
  keywords: 'ip address management interface subnet mask gateway dhcp',
  reads: ['ipv4InterfaceEntry', 'ipIfSecondaryEntry', 'ipDefaultRouter'],
  page: () => import('./parts.tsx'),
});

/** System > L3 Feature > IPv4 Interface Configuration: one interface (docs/specification/system.md). */
export const ipv4InterfaceConfigurationPage = page({
  under,
  title: 'IPv4 Interface Configuration',
  sentence: 'Source of the address of this interface, and the address.',
  hidden: true,
  reads: ['ipIfSecondaryEntry', 'ipDefaultRouter'],
  page: () => import('./IPv4InterfaceConfiguration.tsx'),
});

/** System > L3 Feature > IPv4 ARP Aging Time: lifetime of neighbors (docs/specification/system.md). */
export const arpAgingPage = page({
  under,
  title: 'IPv4 ARP Aging Time',
  sentence: 'Time that the switch keeps an unconfirmed neighbor.',
  keywords: 'arp cache timeout age neighbor learnt',
  reads: ['ipArpCtrl', 'ipArpIfEntry'],
  page: () => import('./arp-aging-parts.tsx'),
});

/** System > L3 Feature > IPv4 ARP Table: who is behind which address (docs/specification/system.md). */
export const arpTablePage = page({
  under,
  title: 'IPv4 ARP Table',
  sentence: 'IP-to-MAC address mappings.',
  keywords: 'arp cache neighbor mac address static learnt clear',
  reads: ['ipNetToPhysicalEntry', 'ipArpStaticEntry'],
  page: () => import('./arp-parts.tsx'),
});

/**
 * System > L3 Feature > IPv4 Static/Default Route: where the switch sends what is for other networks
 * (docs/specification/system.md).
 */
export const ipv4RoutePage = page({
  under,
  title: 'IPv4 Static/Default Route',
  path: '/System/L3Feature/IPv4StaticDefaultRoute',
  sentence: 'Routes to remote networks.',
  keywords: 'route gateway static default metric backup routing forwarding vlan',
  reads: ['ip', 'ipStaticRouteEntry', 'inetCidrRouteEntry'],
  page: () => import('./route-parts.ts'),
});
