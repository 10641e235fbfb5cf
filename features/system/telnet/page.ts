import { page } from '../../../console/navigation/page.ts';

/** System > Telnet: the command line over a connection in the clear (docs/specification/system.md). */
export const telnetPage = page({
  under: ['System'],
  title: 'Telnet',
  sentence: 'The command line over an unencrypted connection.',
  keywords: 'telnet cli command line terminal',
  reads: ['telnetCtrl', 'telnetSessionEntry'],
  page: () => import('./parts.tsx'),
});
