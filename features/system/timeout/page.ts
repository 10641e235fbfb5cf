import { page } from '../../../console/navigation/page.ts';

/** System > Timeout: when idle management sessions end (docs/specification/system.md). */
export const timeoutPage = page({
  under: ['System'],
  title: 'Timeout',
  sentence: 'When an idle management session ends, and how often the switch announces itself.',
  keywords: 'idle session web timeout group interval telnet ssh command line',
  reads: ['sysUserInterface'],
  page: () => import('./parts.ts'),
});
