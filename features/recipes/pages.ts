import { page } from '../../console/navigation/page.ts';

const hidden = { under: ['Recipes'], hidden: true } as const;

/** Recipe: a remote syslog server (docs/specification/system.md, "Recipes"). */
export const remoteSyslogRecipe = page({
  ...hidden,
  title: 'Send the log to a server',
  path: '/Recipes/RemoteSyslog',
  sentence: 'Adds a syslog server and enables sending to it.',
  keywords: 'recipe remote syslog server collector log',
  page: () => import('./remote-syslog.ts'),
});

/** Recipe: a user of SNMPv3 for a manager. */
export const snmpManagerRecipe = page({
  ...hidden,
  title: 'SNMPv3 for a manager',
  path: '/Recipes/SNMPv3Manager',
  sentence: 'Adds an SNMPv3 user with authentication and privacy, and the group that it needs.',
  keywords: 'recipe snmp v3 manager monitoring user authpriv nms',
  page: () => import('./snmp-manager.ts'),
});

/** Recipe: cameras in a VLAN of their own. */
export const cameraVlanRecipe = page({
  ...hidden,
  title: 'VLAN for cameras',
  path: '/Recipes/CameraVLAN',
  sentence: 'Puts the ports of cameras untagged into a VLAN, and carries it tagged to the recorder or the next switch.',
  keywords: 'recipe camera vlan surveillance nvr recorder',
  page: () => import('./camera-vlan.ts'),
});

/** Recipe: a trunk to another switch. */
export const trunkRecipe = page({
  ...hidden,
  title: 'Trunk to another switch',
  path: '/Recipes/Trunk',
  sentence: 'Combines ports into a trunk and carries VLANs tagged over it.',
  keywords: 'recipe trunk uplink lag lacp switch aggregation tagged',
  page: () => import('./trunk-to-switch.ts'),
});

/** Recipe: DHCP snooping, with ARP inspection if it is wanted. */
export const dhcpSnoopingRecipe = page({
  ...hidden,
  title: 'DHCP snooping with ARP inspection',
  path: '/Recipes/DHCPSnooping',
  sentence:
    'Accepts DHCP servers only on the ports that lead to them, and inspects ARP packets by the recorded leases.',
  keywords: 'recipe dhcp snooping arp inspection trust port server rogue dai',
  page: () => import('./dhcp-snooping.ts'),
});

/** Recipe: 802.1X on ports, with a guest VLAN if it is wanted. */
export const portAuthenticationRecipe = page({
  ...hidden,
  title: '802.1X on ports',
  path: '/Recipes/8021X',
  sentence:
    'Adds a RADIUS server, and opens ports only to stations that it accepts; others get the guest VLAN, if there is one.',
  keywords: 'recipe 802.1x dot1x radius server guest vlan authentication port access control nac',
  page: () => import('./port-authentication.ts'),
});

/** Recipe: guests that reach the router alone. */
export const guestNetworkRecipe = page({
  ...hidden,
  title: 'Guest network',
  path: '/Recipes/GuestNetwork',
  sentence: 'Puts ports into a VLAN that only leads to the router, and separates them from each other.',
  keywords: 'recipe guest network vlan isolation router internet only visitors hotspot',
  page: () => import('./guest-network.ts'),
});

/** The pages that a recipe concerns. */
export const recipesOfPages: Readonly<Record<string, readonly { readonly title: string; readonly path: string }[]>> = {
  '/System/SystemLog': [remoteSyslogRecipe],
  '/System/SNMP/Settings': [snmpManagerRecipe],
  '/System/SNMP/User': [snmpManagerRecipe],
  '/Network/VLAN/Tagged': [cameraVlanRecipe, trunkRecipe, guestNetworkRecipe],
  '/Network/Trunk/Settings': [trunkRecipe],
  '/Network/VLAN/Private': [guestNetworkRecipe],
  '/Security/DHCPSnooping/Settings': [dhcpSnoopingRecipe],
  '/Security/DynamicARPInspection/Settings': [dhcpSnoopingRecipe],
  '/Security/RADIUS': [portAuthenticationRecipe],
  '/Security/PortAccessControl': [portAuthenticationRecipe],
};
