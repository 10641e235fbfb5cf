import { MonitorSmartphone } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Every station at a port under one name, with what can be done about it (docs/specification/hosts.md). */
export const hostsPage = page({
  title: 'Hosts',
  sentence: 'Every station at a port, with one name joined from address table, ARP, DHCP, LLDP, ONVIF and 802.1X.',
  icon: MonitorSmartphone,
  keywords: 'clients devices stations who is where name vendor mac ip address arp wake on lan label inventory',
  reads: [
    'hostEntry',
    'hostControl',
    'hostLabelEntry',
    'dot1qStaticUnicastEntry',
    'dot1dStaticEntry',
    'aclProfileEntry',
    'aclRuleEntry',
  ],
  page: () => import('./Hosts.tsx'),
});
