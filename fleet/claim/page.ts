import { KeyRound } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Taking switches into the fleet. */
export const claimPage = page({
  title: 'Claim',
  heading: 'Claim a switch',
  sentence: 'Enter the code shown by the switch. It joins the fleet as soon as it connects, within 15 minutes.',
  icon: KeyRound,
  keywords: 'add new switch code serial fingerprint',
  page: () => import('./parts.tsx'),
});
