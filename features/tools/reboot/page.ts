import { page } from '../../../console/navigation/page.ts';

/** Tools > Reboot: restarts the switch, with the settings that are to be kept (docs/specification/system.md). */
export const rebootPage = page({
  under: ['Tools'],
  title: 'Reboot',
  sentence: 'Restarts the switch, now or at a set time, with its settings or factory settings.',
  keywords: 'restart factory default reset schedule',
  reads: ['sysConfig', 'sysScheduleRebootEntry', 'sysRebootCtrl'],
  page: () => import('./Reboot.tsx'),
});
