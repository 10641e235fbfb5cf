import { Users } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Who may sign in. */
export const usersPage = page({
  title: 'Users',
  sentence: 'Who may sign in to this console, and claim switches at the switch itself.',
  icon: Users,
  keywords: 'account password role administrator observer',
  page: () => import('./parts.tsx'),
});
