import { page } from '../../../console/navigation/page.ts';

/** Network > Mirroring: copies the traffic of ports to an analyser (docs/specification/network.md). */
export const mirroringPage = page({
  under: ['Network'],
  title: 'Mirroring',
  sentence: 'Copies what ports receive and send to a target port, for an analyzer.',
  keywords: 'mirror copy span analyser sniffer capture target port session',
  reads: ['mirrorSessionEntry', 'trunkGroupEntry'],
  page: () => import('./Mirroring.tsx'),
});
