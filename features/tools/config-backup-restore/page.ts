import { page } from '../../../console/navigation/page.ts';

/** Tools > Config Backup/Restore: the configuration as a file, and the two places it is kept in (docs/specification/system.md). */
export const configBackupRestorePage = page({
  under: ['Tools'],
  title: 'Config Backup/Restore',
  sentence: 'Downloads the configuration as a file, and restores it from one.',
  keywords: 'configuration file download upload slot startup import export',
  reads: ['cfgSlotEntry', 'cfgTransferCtrl'],
  page: () => import('./ConfigBackupRestore.tsx'),
});
