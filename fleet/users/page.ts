import { Users } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Users that may log in. */
export const usersPage = page({
  title: 'Users',
  sentence: 'Accounts that may log in to this console and claim switches.',
  icon: Users,
  keywords: 'account password role administrator observer',
  page: () => import('./parts.tsx'),
});
