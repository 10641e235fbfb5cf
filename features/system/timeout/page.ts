import { page } from '../../../console/navigation/page.ts';

/** System > Timeout: when idle management sessions end (docs/specification/system.md). */
export const timeoutPage = page({
  under: ['System'],
  title: 'Timeout',
  sentence: 'Timeouts of idle management sessions, and interval of announcements.',
  keywords: 'idle session web timeout group interval telnet ssh command line',
  reads: ['sysUserInterface'],
  page: () => import('./parts.ts'),
});
