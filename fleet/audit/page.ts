import { ScrollText } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Actions in the fleet, and their users. */
export const auditPage = page({
  title: 'Audit trail',
  sentence: 'Actions in this fleet, with user and address. Entries cannot be changed.',
  path: '/Audit',
  icon: ScrollText,
  keywords: 'log history who changed events',
  page: () => import('./Audit.tsx'),
});
