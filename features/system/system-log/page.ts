import { page } from '../../../console/navigation/page.ts';

/** System > System Log: the log, how it is kept, and where it is sent (docs/specification/system.md). */
export const systemLogPage = page({
  under: ['System'],
  title: 'System Log',
  sentence: 'Events, newest first.',
  keywords: 'messages warnings syslog server events',
  reads: ['sysTimeCtrl', 'syslogMsgEntry'],
  page: () => import('./parts.tsx'),
});
