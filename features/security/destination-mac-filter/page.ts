import { page } from '../../../console/navigation/page.ts';

/** Security > Destination MAC Filter: addresses to which nothing is forwarded (docs/specification/security.md). */
export const destinationMacFilterPage = page({
  under: ['Security'],
  title: 'Destination MAC Filter',
  sentence: 'Drops every frame to the stations listed, on all ports and in all VLANs.',
  keywords: 'drop block filter mac address blackhole station',
  reads: ['dot1dStaticEntry'],
  page: () => import('./parts.ts'),
});
