import { Network } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** The fleet: every switch that was claimed, and the page of each. */
export const switchesPage = page({
  title: 'Switches',
  sentence: 'Switches of this fleet, and their state.',
  path: '/',
  name: 'Dashboard',
  icon: Network,
  keywords: 'fleet list state serial model',
  page: () => import('./Switches.tsx'),
  row: { title: 'Switch', sentence: 'Details of this switch.', path: '/Switch' },
});
