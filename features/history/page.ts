import { History } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Every change of the configuration, and the ways back (docs/specification/system.md, "History"). */
export const historyPage = page({
  title: 'History',
  sentence: 'Every change, newest first. Undo goes the way of any change: preview, check, guard.',
  icon: History,
  keywords: 'undo changes audit revert rollback discard restore points compare',
  reads: ['cfgHistoryCtrl', 'cfgHistoryEntry', 'cfgPointEntry'],
  page: () => import('./History.tsx'),
});
