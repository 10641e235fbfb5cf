import { HardDriveUpload } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Firmware that the cloud has for switches. */
export const firmwarePage = page({
  title: 'Firmware',
  sentence: 'Firmware that was brought to the cloud. A rollout brings it to switches, wave by wave.',
  icon: HardDriveUpload,
  keywords: 'image bundle upgrade update version upload',
  page: () => import('./Firmware.tsx'),
});
