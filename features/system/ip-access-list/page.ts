import { page } from '../../../console/navigation/page.ts';

/** System > IP Access List: from where the switch may be managed (docs/specification/system.md). */
export const ipAccessListPage = page({
  under: ['System'],
  title: 'IP Access List',
  sentence: 'Addresses allowed to manage the switch.',
  keywords: 'trusted host permit management source filter',
  reads: ['ipAccessListCtrl', 'ipAccessListEntry'],
  page: () => import('./parts.tsx'),
});
