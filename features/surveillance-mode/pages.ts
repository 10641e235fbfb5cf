import { Cctv, LayoutDashboard } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Overview: the camera network at a glance (reference/system.md B). The menu gives it the device's model name as its title. */
export const overviewPage = page({
  title: 'Overview',
  icon: LayoutDashboard,
  keywords: 'camera recorder health port power',
  reads: ['aSVGlobal', 'aSVPortEntry', 'aSVDeviceEntry', 'ifEntry', 'poePortState', 'pethMainPseEntry', 'system'],
  page: () => import('./Overview.tsx'),
});

/** Surveillance Settings. */
export const surveillanceSettingsPage = page({
  title: 'Surveillance Settings',
  sentence: 'How cameras and recorders are found, and the VLAN that is theirs.',
  icon: Cctv,
  keywords: 'asv vlan oui onvif detection uplink trap syslog',
  reads: ['aSVGlobal', 'aSVPortEntry', 'aSVOuiEntry', 'sysLBD', 'snmpAgentCtrl', 'syslogCtrl'],
  page: () => import('./settings-parts.tsx'),
});
