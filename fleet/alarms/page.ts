import { BellRing } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Alarms of the fleet. */
export const alarmsPage = page({
  title: 'Alarms',
  sentence: 'Faults in this fleet, since when, and acknowledgments.',
  icon: BellRing,
  keywords: 'fault warning offline loop acknowledge',
  page: () => import('./Alarms.tsx'),
});
