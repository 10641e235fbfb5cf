import { page } from '../../../console/navigation/page.ts';

const under = ['System', 'RMON'];

/** System > RMON > Settings: whether anything is sampled (docs/specification/system.md). */
export const rmonSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'RMON Settings',
  sentence: 'Counting, sampling and monitoring by the switch.',
  keywords: 'rmon remote monitoring',
  reads: ['rmonCtrl'],
  page: () => import('./settings-parts.ts'),
});

/** System > RMON > Statistics: what came in by a port, in the words of RFC 2819 (docs/specification/system.md). */
export const rmonStatisticsPage = page({
  under,
  title: 'Statistics',
  heading: 'RMON Statistics',
  sentence: 'Counts received packets of ports by kind and size.',
  keywords: 'rmon etherstats packets',
  reads: ['etherStatsEntry', 'rmonCtrl'],
  page: () => import('./statistics-parts.tsx'),
});

/** System > RMON > History: ports sampled at intervals (docs/specification/system.md). */
export const rmonHistoryPage = page({
  under,
  title: 'History',
  heading: 'RMON History',
  sentence: 'Samples of port counters, taken at intervals.',
  keywords: 'rmon buckets utilization',
  reads: ['historyControlEntry', 'etherHistoryEntry', 'rmonCtrl'],
  page: () => import('./history-parts.tsx'),
});

/** System > RMON > Alarm: thresholds of variables (docs/specification/system.md). */
export const rmonAlarmPage = page({
  under,
  title: 'Alarm',
  heading: 'RMON Alarm',
  sentence: 'Monitors variables and triggers events when they cross a threshold.',
  keywords: 'rmon threshold rising falling',
  reads: ['alarmEntry', 'etherStatsEntry', 'eventEntry', 'rmonCtrl'],
  page: () => import('./alarm-parts.tsx'),
});

/** System > RMON > Event: what alarms set off (docs/specification/system.md). */
export const rmonEventPage = page({
  under,
  title: 'Event',
  heading: 'RMON Event',
  sentence: 'Actions of alarms: a log entry, a trap, or both.',
  keywords: 'rmon log trap',
  reads: ['eventEntry', 'logEntry', 'snmpAgentCtrl', 'snmpCommunityEntry'],
  page: () => import('./event-parts.tsx'),
});
