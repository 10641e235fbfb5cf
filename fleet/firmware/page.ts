import { HardDriveUpload } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Firmware that the cloud has for switches. */
export const firmwarePage = page({
  title: 'Firmware',
  sentence: 'Firmware uploaded to the cloud. A rollout installs it on switches in waves.',
  icon: HardDriveUpload,
  keywords: 'image bundle upgrade update version upload',
  page: () => import('./Firmware.tsx'),
});
