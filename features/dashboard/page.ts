import { LayoutDashboard } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** One page overview: identity, health, ports, power, traffic, last warnings. */
export const dashboardPage = page({
  title: 'Dashboard',
  path: '/',
  name: 'Dashboard',
  icon: LayoutDashboard,
  keywords: 'overview front panel health temperature fan power poe traffic warnings uptime',
  reads: [
    'system',
    'sysSystemCtrl',
    'attentionEntry',
    'ipv4InterfaceEntry',
    'ipv6InterfaceEntry',
    'portCtrlEntry',
    'ifEntry',
    'poePortState',
    'sysDashboard',
    'sysHealth',
    'fanEntry',
    'pethMainPseEntry',
    'configChangeEntry',
    'sysConfig',
    'trafficEntry',
    'sysTimeCtrl',
    'syslogMsgEntry',
    'sysCloudCtrl',
    'managementGuard',
  ],
  page: () => import('./Dashboard.tsx'),
});
