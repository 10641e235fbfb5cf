import { page } from '../../../console/navigation/page.ts';

/**
 * Network > Multicast Filtering: handling of groups without known listeners per VLAN (docs/specification/network.md).
 */
export const multicastFilteringPage = page({
  under: ['Network'],
  title: 'Multicast Filtering',
  sentence: 'Handling of multicast groups without known listeners, per VLAN.',
  keywords: 'unregistered unknown multicast flood forward filter group igmp mld',
  reads: ['multicastFilterEntry', 'igsCtrl', 'mldsCtrl'],
  page: () => import('./parts.tsx'),
});
