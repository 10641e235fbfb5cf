import { Save } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Writes the running configuration to flash and shows which slot starts (docs/specification/system.md, "Save"). */
export const savePage = page({
  title: 'Save',
  sentence: 'Saves the running configuration to flash. Unsaved changes are lost at a restart.',
  icon: Save,
  keywords: 'flash startup configuration slot',
  reads: ['configChangeEntry', 'managementGuard', 'sysConfig', 'cfgSlotEntry'],
  page: () => import('./Save.tsx'),
});
