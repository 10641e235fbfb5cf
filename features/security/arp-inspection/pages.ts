import { page } from '../../../console/navigation/page.ts';

const under = ['Security', 'Dynamic ARP Inspection'];

/** Security > Dynamic ARP Inspection > ARP Access List: named filters (docs/specification/security.md). */
export const arpAccessListPage = page({
  under,
  title: 'ARP Access List',
  heading: 'ARP Access Lists',
  sentence: 'Named ARP filters for hosts whose addresses were not assigned by DHCP.',
  keywords: 'arp inspection access list filter static host',
  reads: ['arpAclEntry', 'arpAclRuleEntry'],
  page: () => import('./list-parts.tsx'),
});

/** Security > Dynamic ARP Inspection > Edit ARP Access List: the rules of one (docs/specification/security.md). */
export const editArpAccessListPage = page({
  under,
  title: 'Edit ARP Access List',
  sentence: 'Rules of one list, in order.',
  hidden: true,
  list: '/Security/DynamicARPInspection/ARPAccessList',
  page: () => import('./rule-parts.tsx'),
});

/** Security > Dynamic ARP Inspection > Settings: validation, logging and filters (docs/specification/security.md). */
export const arpInspectionSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'Dynamic ARP Inspection',
  sentence: "Drops ARP packets in which a station claims another station's address.",
  keywords: 'arp inspection spoofing poisoning validation filter logging',
  reads: ['arpInspConfig', 'arpInspVlanLogEntry', 'arpInspFilterEntry', 'arpAclEntry'],
  page: () => import('./settings-parts.tsx'),
});

/** Security > Dynamic ARP Inspection > Logging Edit: what is logged of one VLAN (docs/specification/security.md). */
export const arpLoggingEditPage = page({
  under,
  title: 'Logging Edit',
  heading: 'ARP Inspection Logging',
  sentence: 'Decisions of one VLAN to log.',
  hidden: true,
  list: '/Security/DynamicARPInspection/Settings',
  page: () => import('./logging-parts.tsx'),
});

/** Security > Dynamic ARP Inspection > Port Settings: trust and rates (docs/specification/security.md). */
export const arpInspectionPortsPage = page({
  under,
  title: 'Port Settings',
  heading: 'ARP Inspection Ports',
  sentence: 'Trusted ports without inspection, and ARP rate limits of the others.',
  keywords: 'arp inspection trust port rate limit burst err-disabled',
  reads: ['arpInspPortEntry', 'trunkGroupEntry'],
  page: () => import('./port-parts.tsx'),
});

/** Security > Dynamic ARP Inspection > VLAN: where (docs/specification/security.md). */
export const arpInspectionVlanPage = page({
  under,
  title: 'VLAN',
  heading: 'ARP Inspection VLANs',
  sentence: 'VLANs with ARP inspection.',
  keywords: 'arp inspection vlan',
  reads: ['arpInspVlanEntry', 'dhcpSnoopingVlanEntry', 'dhcpSnoopingConfig'],
  page: () => import('./vlan-parts.tsx'),
});

/** Security > Dynamic ARP Inspection > Statistics: what was decided (docs/specification/security.md). */
export const arpInspectionStatisticsPage = page({
  under,
  title: 'Statistics',
  heading: 'ARP Inspection Statistics',
  sentence: 'Forwarded and dropped packets of each VLAN, with reasons.',
  keywords: 'arp inspection statistics counters dropped forwarded',
  reads: ['arpInspStatsEntry'],
  page: () => import('./statistics-parts.tsx'),
});

/** Security > Dynamic ARP Inspection > Log: the packets that were logged (docs/specification/security.md). */
export const arpInspectionLogPage = page({
  under,
  title: 'Log',
  heading: 'ARP Inspection Log',
  sentence: 'Inspected packets that were logged; equal ones are one entry.',
  keywords: 'arp inspection log spoofed sender',
  reads: ['arpInspLogConfig', 'arpInspLogEntry'],
  page: () => import('./log-parts.tsx'),
});
