import { Cctv, HeartPulse, LayoutDashboard, ScrollText } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/**
 * Overview: the camera network at a glance (docs/specification/system.md B). The menu gives it the device's model name as its
 * title.
 */
export const overviewPage = page({
  title: 'Overview',
  icon: LayoutDashboard,
  keywords: 'camera recorder health port power',
  reads: [
    'aSVGlobal',
    'aSVPortEntry',
    'aSVDeviceEntry',
    'poePortState',
    'pethMainPseEntry',
    'system',
    'sysSystemCtrl',
    'sysTimeCtrl',
    'ipv4InterfaceEntry',
  ],
  page: () => import('./Overview.tsx'),
});

/** Surveillance Settings. */
export const surveillanceSettingsPage = page({
  title: 'Surveillance Settings',
  sentence: 'Detection of cameras and recorders, and their VLAN.',
  icon: Cctv,
  keywords: 'asv vlan oui onvif detection uplink trap syslog',
  reads: ['aSVGlobal', 'aSVPortEntry', 'aSVOuiEntry', 'sysLBD', 'snmpAgentCtrl', 'syslogCtrl', 'aSVAlarmCtrl'],
  page: () => import('./settings-parts.tsx'),
});

/** Surveillance Log. */
export const surveillanceLogPage = page({
  title: 'Surveillance Log',
  sentence: 'Events of cameras, recorders, power and links.',
  icon: ScrollText,
  keywords: 'events messages history camera',
  reads: ['aSVLogEntry'],
  page: () => import('./log-parts.tsx'),
});

/** Health Diagnostic, and Port Group Details. */
export const healthDiagnosticPage = page({
  title: 'Health Diagnostic',
  sentence: 'Checks the link, cable, power and device at each port.',
  icon: HeartPulse,
  keywords: 'cable test fault camera reply group',
  reads: ['aSVHealthEntry', 'aSVPortEntry', 'aSVDeviceEntry', 'poePortState'],
  row: {
    title: 'Port Group Details',
    sentence: 'A recorder and its cameras, or the devices at one port.',
    path: '/HealthDiagnostic/PortGroupDetails',
  },
  page: () => import('./health-parts.tsx'),
});
