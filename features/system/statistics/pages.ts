import { page } from '../../../console/navigation/page.ts';

const under = ['System', 'Statistics'];

/** System > Statistics > Traffic: packets and octets of each port (docs/specification/system.md). */
export const trafficPage = page({
  under,
  title: 'Traffic',
  heading: 'Traffic Statistics',
  sentence: 'Received and sent frames of ports since their counters were cleared.',
  keywords: 'counters octets packets rate load utilization chart',
  reads: ['ifXEntry'],
  page: () => import('./TrafficStatistics.tsx'),
});

/** System > Statistics > Error: receive and transmit errors of each port (docs/specification/system.md). */
export const errorPage = page({
  under,
  title: 'Error',
  heading: 'Error Statistics',
  sentence: 'Errors of ports since their counters were cleared.',
  keywords: 'counters crc collisions alignment undersize oversize jabber',
  reads: ['dot3StatsEntry'],
  page: () => import('./ErrorStatistics.tsx'),
});
