import { page } from '../../../console/navigation/page.ts';

/** System > DHCP Auto Configuration: the configuration from where a DHCP server says, at a start (docs/specification/system.md). */
export const dhcpAutoConfigurationPage = page({
  under: ['System'],
  title: 'DHCP Auto Configuration',
  sentence: 'Fetches the configuration at start by TFTP from the server that DHCP names.',
  keywords: 'tftp option 66 67 150 provisioning boot file',
  reads: ['dhcpAutoConfigCtrl'],
  page: () => import('./parts.tsx'),
});
