import { Waves } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Contents distributed to many switches, wave by wave. */
export const rolloutsPage = page({
  title: 'Rollouts',
  sentence: 'Rollouts of settings and firmware in waves: one switch, 1 %, 10 %, all, as long as they succeed.',
  icon: Waves,
  keywords: 'waves deploy settings firmware many bulk',
  page: () => import('./Rollouts.tsx'),
  row: { title: 'Rollout', sentence: 'Progress, and state of each switch.' },
});

/** Brings settings of one switch to others. */
export const bringSettingsPage = page({
  title: 'Roll out settings',
  heading: 'Roll out settings to other switches',
  sentence: 'Choose the settings of this switch to roll out, and the switches that receive them.',
  path: '/BringSettings/:row',
  list: '/Rollouts',
  hidden: true,
  page: () => import('./BringSettings.tsx'),
});

/** Brings firmware of the cloud to switches. */
export const bringFirmwarePage = page({
  title: 'Roll out firmware',
  heading: 'Roll out firmware to switches',
  sentence: 'Choose the switches to upgrade. Each of them restarts when its turn comes.',
  path: '/BringFirmware/:row',
  list: '/Firmware',
  hidden: true,
  page: () => import('./BringFirmware.tsx'),
});
