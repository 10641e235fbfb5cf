import { LayoutDashboard, Lock, Network, Save, Settings, SlidersHorizontal, Wrench, Zap } from 'lucide-react';
import { device } from '../console/boot/device.ts';
import type { Menu, MenuEntry } from '../console/navigation/menu-entry.ts';

/** The setup wizard's steps: hidden from the menu, in a layout of their own. */
const wizardPages: readonly MenuEntry[] = [
  {
    ...wizardStep('setup0Info', 'Wizard_setupInfo', 'Setup wizard'),
    page: () => import('./wizard/Setup0Info.tsx'),
  },
  {
    ...wizardStep('setup1UserPassword', 'Wizard_setupUserPassword', 'Administrator account'),
    page: () => import('./wizard/Setup1UserPassword.tsx'),
  },
  {
    ...wizardStep('setup2SelectManagement', 'Wizard_setupSelectManagement', 'Management'),
    page: () => import('./wizard/Setup2SelectManagement.tsx'),
  },
  {
    ...wizardStep('setup3timeLocal', 'Wizard_setuptimeLocal', 'Clock'),
    page: () => import('./wizard/Setup3TimeLocal.tsx'),
  },
  {
    ...wizardStep('setup4IPGatewayDNS', 'Wizard_setupIPGatewayDNS', 'Management address'),
    page: () => import('./wizard/Setup4IPGatewayDNS.tsx'),
  },
  {
    ...wizardStep('setup3timeLocalCloud', 'Wizard_setuptimeLocalCloud', 'Clock'),
    page: () => import('./wizard/Setup3TimeLocalCloud.tsx'),
  },
  {
    ...wizardStep('WizardApply', 'Wizard_WizardApply', 'Apply'),
    page: () => import('./wizard/WizardApply.tsx'),
  },
];

function wizardStep(step: string, name: string, title: string) {
  return { title, name, under: ['Wizard'], path: `/Wizard/${step}`, hidden: true, layout: 'wizard' } as const;
}

/**
 * Every page there is, in the menu's order (specification section 2). A page that does not exist yet has no line. The path
 * is the menu's words without blanks, in PascalCase; the route name is the path with "_" for "/".
 */
const full: readonly MenuEntry[] = [
  {
    title: 'Dashboard',
    under: [],
    path: '/',
    name: 'Dashboard',
    icon: LayoutDashboard,
    cloudCapable: true,
    keywords: 'overview front panel health temperature fan power poe traffic warnings uptime',
    page: () => import('./dashboard/Dashboard.tsx'),
  },
  {
    title: 'System Management',
    under: ['System'],
    path: '/System/SystemManagement',
    name: 'System_SystemManagement',
    cloudCapable: true,
    keywords: 'name location contact identity model serial version uptime mac',
    page: () => import('./system/system-management/SystemManagement.tsx'),
  },
  {
    title: 'IPv4 Interface',
    under: ['System', 'L3 Feature'],
    path: '/System/L3Feature/IPv4Interface',
    name: 'System_L3Feature_IPv4Interface',
    cloudCapable: true,
    keywords: 'ip address management interface subnet mask gateway dhcp',
    page: () => import('./system/l3-feature/IPv4Interface.tsx'),
  },
  {
    title: 'IPv4 Interface Configuration',
    under: ['System', 'L3 Feature'],
    path: '/System/L3Feature/IPv4InterfaceConfiguration',
    name: 'System_L3Feature_IPv4InterfaceConfiguration',
    hidden: true,
    cloudCapable: true,
    page: () => import('./system/l3-feature/IPv4InterfaceConfiguration.tsx'),
  },
  {
    title: 'DNS',
    under: ['System'],
    path: '/System/DNS',
    name: 'System_DNS',
    cloudCapable: true,
    keywords: 'name resolver server domain host lookup',
    page: () => import('./system/dns/Dns.tsx'),
  },
  {
    title: 'Administration',
    under: ['System'],
    path: '/System/Administration',
    name: 'System_Administration',
    keywords: 'account user name password administrator sessions',
    page: () => import('./system/administration/Administration.tsx'),
  },
  {
    title: 'Modify Administration',
    under: ['System'],
    path: '/System/ModifyAdministration',
    name: 'System_ModifyAdministration',
    hidden: true,
    page: () => import('./system/administration/ModifyAdministration.tsx'),
  },
  {
    title: 'Timeout',
    under: ['System'],
    path: '/System/Timeout',
    name: 'System_Timeout',
    keywords: 'idle session web timeout group interval',
    page: () => import('./system/timeout/Timeout.tsx'),
  },
  {
    title: 'System Time',
    under: ['System'],
    path: '/System/SystemTime',
    name: 'System_SystemTime',
    keywords: 'clock date sntp ntp time zone daylight saving',
    page: () => import('./system/system-time/SystemTime.tsx'),
  },
  {
    title: 'System Log',
    under: ['System'],
    path: '/System/SystemLog',
    name: 'System_SystemLog',
    cloudCapable: true,
    keywords: 'messages warnings syslog server events',
    page: () => import('./system/system-log/SystemLog.tsx'),
  },
  {
    title: 'Traffic',
    under: ['System', 'Statistics'],
    path: '/System/Statistics/Traffic',
    name: 'System_Statistics_Traffic',
    cloudCapable: true,
    keywords: 'counters octets packets rate load utilization chart',
    page: () => import('./system/statistics/TrafficStatistics.tsx'),
  },
  {
    title: 'Error',
    under: ['System', 'Statistics'],
    path: '/System/Statistics/Error',
    name: 'System_Statistics_Error',
    cloudCapable: true,
    keywords: 'counters crc collisions alignment undersize oversize jabber',
    page: () => import('./system/statistics/ErrorStatistics.tsx'),
  },
  {
    title: 'Physical Interface',
    under: ['Network'],
    path: '/Network/PhysicalInterface',
    name: 'Network_PhysicalInterface',
    keywords: 'ports link speed duplex jumbo flow control pause admin state description',
    page: () => import('./network/physical-interface/PhysicalInterface.tsx'),
  },
  {
    title: 'Mirroring',
    under: ['Network'],
    path: '/Network/Mirroring',
    name: 'Network_Mirroring',
    keywords: 'mirror copy span analyser sniffer capture target port session',
    page: () => import('./network/mirroring/Mirroring.tsx'),
  },
  {
    title: 'Static Unicast',
    under: ['Network'],
    path: '/Network/StaticUnicast',
    name: 'Network_StaticUnicast',
    keywords: 'pinned mac address table permanent',
    page: () => import('./network/static-unicast/StaticUnicast.tsx'),
  },
  {
    title: 'Modify Static Unicast Address Table',
    under: ['Network'],
    path: '/Network/ModifyStaticUnicastAddressTable/:row',
    name: 'Network_ModifyStaticUnicastAddressTable',
    hidden: true,
    page: () => import('./network/static-unicast/ModifyStaticUnicast.tsx'),
  },
  {
    title: 'Tagged',
    under: ['Network', 'VLAN'],
    path: '/Network/VLAN/Tagged',
    name: 'Network_VLAN_Tagged',
    keywords: '802.1Q add vlan untagged membership members',
    page: () => import('./network/vlan/TaggedVlan.tsx'),
  },
  {
    title: 'Modify VLAN',
    under: ['Network', 'VLAN'],
    path: '/Network/ModifyVLAN/:row',
    name: 'Network_ModifyVLAN',
    hidden: true,
    page: () => import('./network/vlan/ModifyVlan.tsx'),
  },
  {
    title: 'Port',
    under: ['Network', 'VLAN'],
    path: '/Network/VLAN/Port',
    name: 'Network_VLAN_Port',
    keywords: 'pvid acceptable frame type ingress filtering',
    page: () => import('./network/vlan/PortVlan.tsx'),
  },
  {
    title: 'Forwarding',
    under: ['Network', 'VLAN'],
    path: '/Network/VLAN/Forwarding',
    name: 'Network_VLAN_Forwarding',
    keywords: 'ivl svl independent shared learning asymmetric vlan mac aging ageing time',
    page: () => import('./network/vlan/VlanForwarding.tsx'),
  },
  {
    title: 'Dynamic',
    under: ['Network', 'VLAN'],
    path: '/Network/VLAN/Dynamic',
    name: 'Network_VLAN_Dynamic',
    cloudCapable: true,
    keywords: 'mac address forwarding table fdb learnt clear find',
    page: () => import('./network/vlan/DynamicVlan.tsx'),
  },
  {
    title: 'Private',
    under: ['Network', 'VLAN'],
    path: '/Network/VLAN/Private',
    name: 'Network_VLAN_Private',
    keywords: 'port isolation traffic segmentation forwarding ports matrix',
    page: () => import('./network/vlan/PrivateVlan.tsx'),
  },
  {
    title: 'Current',
    under: ['Network', 'VLAN'],
    path: '/Network/VLAN/Current',
    name: 'Network_VLAN_Current',
    cloudCapable: true,
    keywords: 'vlans in force',
    page: () => import('./network/vlan/CurrentVlan.tsx'),
  },
  {
    title: 'Config Backup/Restore',
    under: ['Tools'],
    path: '/Tools/ConfigBackupRestore',
    name: 'Tools_ConfigBackupRestore',
    cloudCapable: true,
    keywords: 'configuration file download upload slot startup import export',
    page: () => import('./tools/config-backup-restore/ConfigBackupRestore.tsx'),
  },
  {
    title: 'Reboot',
    under: ['Tools'],
    path: '/Tools/Reboot',
    name: 'Tools_Reboot',
    cloudCapable: true,
    keywords: 'restart factory default reset schedule',
    page: () => import('./tools/reboot/Reboot.tsx'),
  },
  {
    title: 'Save',
    under: [],
    path: '/Save',
    name: 'Save',
    icon: Save,
    keywords: 'flash startup configuration slot',
    page: () => import('./save/Save.tsx'),
  },
  ...wizardPages,
];

/** The Surveillance Mode's pages. */
const simplified: readonly MenuEntry[] = [
  {
    // Titled with the device's model name, which only its page knows.
    get title() {
      return device().modelName;
    },
    under: [],
    path: '/',
    name: 'Overview',
    icon: LayoutDashboard,
    keywords: 'overview health front panel',
    page: () => import('./dashboard/Dashboard.tsx'),
  },
  // What the overview links to, the log and the pages of a port among it, opens here too.
  ...full.filter(({ path }) => path !== '/').map((entry) => ({ ...entry, hidden: true })),
];

/** The menu: its sections, and the entries of the full and of the simplified route table. */
export const menu: Menu = {
  sections: [
    { title: 'System', icon: Settings },
    { title: 'Network', icon: Network },
    { title: 'QoS', icon: SlidersHorizontal },
    { title: 'PoE', icon: Zap },
    { title: 'Security', icon: Lock },
    { title: 'Tools', icon: Wrench },
  ],
  full,
  simplified,
};
