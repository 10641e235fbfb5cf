import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'GVRP'];

/** Network > GVRP > Global: whether VLANs are learnt from neighbours (docs/specification/network.md). */
export const gvrpGlobalPage = page({
  under,
  title: 'Global',
  heading: 'GVRP',
  sentence: 'Whether the switch learns VLANs from its neighbors, and tells them of its own.',
  keywords: 'gvrp garp dynamic vlan registration learn trunk',
  reads: ['gvrpGlobal'],
  page: () => import('./global-parts.ts'),
});

/** Network > GVRP > Port: which ports take part (docs/specification/network.md). */
export const gvrpPortPage = page({
  under,
  title: 'Port',
  heading: 'GVRP Port',
  sentence: 'Which ports take part, and what they may learn.',
  keywords: 'gvrp dynamic vlan restricted registration',
  reads: ['dot1qPortVlanEntry', 'trunkGroupEntry'],
  page: () => import('./port-parts.ts'),
});

/** Network > GVRP > Time Settings: the timers of GARP (docs/specification/network.md). */
export const gvrpTimePage = page({
  under,
  title: 'Time Settings',
  heading: 'GVRP Time Settings',
  sentence: 'How fast ports speak and forget. All switches of a network should use the same times.',
  keywords: 'gvrp garp timer join leave all',
  reads: ['dot1dPortGarpEntry'],
  page: () => import('./time-parts.ts'),
});
