import { page } from '../../../console/navigation/page.ts';

/** System > System Management: names the switch and shows its identity (docs/specification/system.md). */
export const systemManagementPage = page({
  under: ['System'],
  title: 'System Management',
  sentence: 'Model, versions and names of the switch.',
  keywords: 'name location contact identity model serial version uptime mac',
  reads: [
    'dot1dTp',
    'sysSystemCtrl',
    'sysTimeCtrl',
    'ipv4InterfaceEntry',
    'ipDefaultRouter',
    'sysHealth',
    'sysDashboard',
    'fanEntry',
  ],
  page: () => import('./parts.tsx'),
});
