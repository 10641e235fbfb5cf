import { BellRing } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** What somebody should see. */
export const alarmsPage = page({
  title: 'Alarms',
  sentence: 'What is wrong in this fleet, since when, and who knows of it.',
  icon: BellRing,
  keywords: 'fault warning offline loop acknowledge',
  page: () => import('./Alarms.tsx'),
});
