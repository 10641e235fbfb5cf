import { KeyRound } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Taking switches into the fleet. */
export const claimPage = page({
  title: 'Claim',
  heading: 'Claim a switch',
  sentence: 'Type what the switch shows: it is taken into the fleet as soon as it asks for it, within 15 minutes.',
  icon: KeyRound,
  keywords: 'add new switch code serial fingerprint',
  page: () => import('./parts.tsx'),
});
