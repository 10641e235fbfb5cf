import { page } from '../../../console/navigation/page.ts';

const under = ['Security', 'DHCP Snooping'];

/** Security > DHCP Snooping > Settings: whether and how (docs/specification/security.md). */
export const dhcpSnoopingSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'DHCP Snooping',
  sentence: 'Accepts DHCP server replies only on trusted ports and records leases.',
  keywords: 'dhcp snooping rogue server option 82 binding database',
  reads: ['dhcpSnoopingConfig', 'dhcpSnoopingVlanEntry', 'dhcpSnoopingPortEntry', 'dot1qVlanStaticEntry'],
  page: () => import('./settings-parts.tsx'),
});

/** Security > DHCP Snooping > VLAN: where (docs/specification/security.md). */
export const dhcpSnoopingVlanPage = page({
  under,
  title: 'VLAN',
  heading: 'DHCP Snooping VLANs',
  sentence: 'VLANs with DHCP snooping.',
  keywords: 'dhcp snooping vlan',
  reads: ['dhcpSnoopingVlanEntry', 'dhcpSnoopingConfig'],
  page: () => import('./vlan-parts.tsx'),
});

/** Security > DHCP Snooping > Interfaces: which ports lead to servers (docs/specification/security.md). */
export const dhcpSnoopingInterfacesPage = page({
  under,
  title: 'Interfaces',
  heading: 'DHCP Snooping Interfaces',
  sentence: 'Trusted ports that lead to DHCP servers, and rate limits of the others.',
  keywords: 'dhcp snooping trust untrusted port rate limit',
  reads: ['dhcpSnoopingPortEntry', 'trunkGroupEntry', 'dhcpSnoopingConfig'],
  page: () => import('./interface-parts.ts'),
});

/** Security > DHCP Snooping > Binding: who has which address (docs/specification/security.md). */
export const dhcpSnoopingBindingPage = page({
  under,
  title: 'Binding',
  heading: 'DHCP Snooping Bindings',
  sentence: 'Addresses of stations, assigned by DHCP servers or set here.',
  keywords: 'dhcp snooping binding lease static address database',
  reads: ['dhcpSnoopingBindingEntry', 'trunkGroupEntry'],
  page: () => import('./binding-parts.tsx'),
});

/** Security > DHCP Snooping > Binding Modify: one static binding (docs/specification/security.md). */
export const dhcpSnoopingBindingModifyPage = page({
  under,
  title: 'Binding Modify',
  heading: 'Modify Binding',
  sentence: 'Address, port and lease of one station.',
  path: '/Security/DHCPSnooping/BindingModify',
  hidden: true,
  list: '/Security/DHCPSnooping/Binding',
  page: () => import('./binding-modify-parts.tsx'),
});
