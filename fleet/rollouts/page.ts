import { Waves } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** What is brought to many switches, wave by wave. */
export const rolloutsPage = page({
  title: 'Rollouts',
  sentence: 'What is brought to many switches: to one, to 1 %, to 10 %, to all, as long as all goes well.',
  icon: Waves,
  keywords: 'waves deploy settings firmware many bulk',
  page: () => import('./Rollouts.tsx'),
  row: { title: 'Rollout', sentence: 'How far it is, and how each switch stands.' },
});

/** Brings settings of one switch to others. */
export const bringSettingsPage = page({
  title: 'Bring settings',
  heading: 'Bring settings to other switches',
  sentence: 'Choose what of this switch others are to have, and which.',
  path: '/BringSettings/:row',
  list: '/Rollouts',
  hidden: true,
  page: () => import('./BringSettings.tsx'),
});

/** Brings firmware of the cloud to switches. */
export const bringFirmwarePage = page({
  title: 'Bring firmware',
  heading: 'Bring firmware to switches',
  sentence: 'Choose the switches that are to have it. Each of them restarts when its turn comes.',
  path: '/BringFirmware/:row',
  list: '/Firmware',
  hidden: true,
  page: () => import('./BringFirmware.tsx'),
});
