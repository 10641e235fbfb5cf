import { LayoutDashboard } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** One page overview: identity, health, ports, power, traffic, last warnings. */
export const dashboardPage = page({
  title: 'Dashboard',
  path: '/',
  name: 'Dashboard',
  icon: LayoutDashboard,
  cloudCapable: true,
  keywords: 'overview front panel health temperature fan power poe traffic warnings uptime',
  page: () => import('./Dashboard.tsx'),
});
