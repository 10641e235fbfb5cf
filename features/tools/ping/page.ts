import { page } from '../../../console/navigation/page.ts';

/** Tools > Ping: echo requests from the switch, with the page of their answers (docs/specification/system.md). */
export const pingPage = page({
  under: ['Tools'],
  title: 'Ping',
  sentence: 'Sends echo requests from the switch.',
  keywords: 'icmp echo reach test connectivity',
  row: {
    title: 'Ping Test Result',
    sentence: 'Answers to echo requests, as they arrive.',
    path: '/Tools/PingTestResult',
  },
  page: () => import('./Ping.tsx'),
});
