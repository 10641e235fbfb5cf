import { ScrollText } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** What was done, and by whom. */
export const auditPage = page({
  title: 'Audit trail',
  sentence: 'Actions in this fleet, with user and address. Entries cannot be changed.',
  path: '/Audit',
  icon: ScrollText,
  keywords: 'log history who changed events',
  page: () => import('./Audit.tsx'),
});
