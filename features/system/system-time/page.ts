import { page } from '../../../console/navigation/page.ts';

/** System > System Time: clock, time servers, zone and daylight saving (docs/specification/system.md). */
export const systemTimePage = page({
  under: ['System'],
  title: 'System Time',
  sentence: 'Clock of the switch: source, time zone and daylight saving.',
  keywords: 'clock date sntp ntp time zone daylight saving',
  reads: ['sysTimeCtrl', 'sysTimeSntpServerEntry'],
  page: () => import('./parts.tsx'),
});
