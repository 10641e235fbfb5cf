import { page } from '../../../console/navigation/page.ts';

/** Tools > Config Backup/Restore: the configuration as a file, and the two places it is kept in (reference). */
export const configBackupRestorePage = page({
  under: ['Tools'],
  title: 'Config Backup/Restore',
  sentence: 'Takes the configuration out as a file, and puts one back in.',
  keywords: 'configuration file download upload slot startup import export',
  reads: ['cfgSlotEntry', 'cfgTransferCtrl'],
  page: () => import('./ConfigBackupRestore.tsx'),
});
