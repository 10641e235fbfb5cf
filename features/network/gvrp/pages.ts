import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'GVRP'];

/** Network > GVRP > Global: whether VLANs are learned from neighbors (docs/specification/network.md). */
export const gvrpGlobalPage = page({
  under,
  title: 'Global',
  heading: 'GVRP',
  sentence: 'Learns VLANs from neighbors and announces those of the switch to them.',
  keywords: 'gvrp garp dynamic vlan registration learn trunk',
  reads: ['gvrpGlobal'],
  page: () => import('./global-parts.ts'),
});

/** Network > GVRP > Port: which ports take part (docs/specification/network.md). */
export const gvrpPortPage = page({
  under,
  title: 'Port',
  heading: 'GVRP Port',
  sentence: 'Participating ports, and the VLANs they may learn.',
  keywords: 'gvrp dynamic vlan restricted registration',
  reads: ['dot1qPortVlanEntry', 'trunkGroupEntry', 'gvrpGlobal'],
  page: () => import('./port-parts.ts'),
});

/** Network > GVRP > Time Settings: the timers of GARP (docs/specification/network.md). */
export const gvrpTimePage = page({
  under,
  title: 'Time Settings',
  heading: 'GVRP Time Settings',
  sentence: 'GARP timers of ports. All switches of a network should use the same values.',
  keywords: 'gvrp garp timer join leave all',
  reads: ['dot1dPortGarpEntry', 'gvrpGlobal'],
  page: () => import('./time-parts.ts'),
});
