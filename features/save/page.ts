import { Save } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Writes the running configuration to flash and shows which slot starts (reference: Save). */
export const savePage = page({
  title: 'Save',
  sentence: 'What is in force now is lost at a restart, unless it is saved to flash.',
  icon: Save,
  keywords: 'flash startup configuration slot',
  reads: ['configChangeEntry', 'managementGuard', 'sysConfig', 'cfgSlotEntry'],
  page: () => import('./Save.tsx'),
});
