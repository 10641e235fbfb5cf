import { page } from '../../../console/navigation/page.ts';

const under = ['Tools'];

/** Tools > Ping Watchdog: hosts that the switch watches (docs/specification/system.md). */
export const pingWatchdogPage = page({
  under,
  title: 'Ping Watchdog',
  sentence: 'Hosts that the switch pings, and actions if they stop responding.',
  keywords: 'watch host camera alive silent restart power-cycle port reboot',
  reads: ['pingWatchdogCtrl', 'pingWatchdogEntry'],
  page: () => import('./parts.tsx'),
});

/** Tools > Ping Watchdog Edit: one of them, or a new one (docs/specification/system.md). */
export const pingWatchdogEditPage = page({
  under,
  title: 'Ping Watchdog Edit',
  sentence: 'Monitoring of a host, and the action if it stops responding.',
  hidden: true,
  page: () => import('./PingWatchdogEdit.tsx'),
});
