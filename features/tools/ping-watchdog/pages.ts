import { page } from '../../../console/navigation/page.ts';

const under = ['Tools'];

/** Tools > Ping Watchdog: hosts that the switch watches (docs/specification/system.md). */
export const pingWatchdogPage = page({
  under,
  title: 'Ping Watchdog',
  sentence: 'Hosts that the switch pings, and what it does when they fall silent.',
  keywords: 'watch host camera alive silent restart power-cycle port reboot',
  reads: ['pingWatchdogCtrl', 'pingWatchdogEntry'],
  page: () => import('./parts.tsx'),
});

/** Tools > Ping Watchdog Edit: one of them, or a new one (docs/specification/system.md). */
export const pingWatchdogEditPage = page({
  under,
  title: 'Ping Watchdog Edit',
  sentence: 'How a host is watched, and what is done when it falls silent.',
  hidden: true,
  page: () => import('./PingWatchdogEdit.tsx'),
});
