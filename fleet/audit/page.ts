import { ScrollText } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** What was done, and by whom. */
export const auditPage = page({
  title: 'Audit trail',
  sentence: 'What was done in this fleet, by whom and from where. Nothing of it can be changed.',
  path: '/Audit',
  icon: ScrollText,
  keywords: 'log history who changed events',
  page: () => import('./Audit.tsx'),
});
