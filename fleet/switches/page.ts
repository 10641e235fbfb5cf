import { Network } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** The fleet: every switch that was claimed, and the page of each. */
export const switchesPage = page({
  title: 'Switches',
  sentence: 'The switches of this fleet, and how each of them is now.',
  path: '/',
  name: 'Dashboard',
  icon: Network,
  keywords: 'fleet list state serial model',
  page: () => import('./Switches.tsx'),
  row: { title: 'Switch', sentence: 'What is known of this switch.', path: '/Switch' },
});
