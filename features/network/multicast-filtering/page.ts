import { page } from '../../../console/navigation/page.ts';

/**
 * Network > Multicast Filtering: what each VLAN does with groups that nobody is known to listen to (docs/specification/network.md).
 */
export const multicastFilteringPage = page({
  under: ['Network'],
  title: 'Multicast Filtering',
  sentence: 'Handling of multicast groups without known listeners, per VLAN.',
  keywords: 'unregistered unknown multicast flood forward filter group igmp mld',
  reads: ['multicastFilterEntry', 'igsCtrl', 'mldsCtrl'],
  page: () => import('./parts.tsx'),
});
