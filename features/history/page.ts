import { History } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Every change of the configuration, and the ways back (docs/specification/system.md, "History"). */
export const historyPage = page({
  title: 'History',
  sentence: 'Every change, newest first. Undo is previewed and checked like any other change.',
  icon: History,
  keywords: 'undo changes audit revert rollback discard restore points compare',
  reads: ['cfgHistoryCtrl', 'cfgHistoryEntry', 'cfgPointEntry', 'configChangeEntry'],
  page: () => import('./History.tsx'),
});
