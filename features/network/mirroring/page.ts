import { page } from '../../../console/navigation/page.ts';

/** Network > Mirroring: copies the traffic of ports to an analyser (docs/specification/network.md). */
export const mirroringPage = page({
  under: ['Network'],
  title: 'Mirroring',
  sentence: 'Copies received and sent frames of ports to a target port for analysis.',
  keywords: 'mirror copy span analyser sniffer capture target port session',
  reads: ['mirrorSessionEntry', 'trunkGroupEntry'],
  page: () => import('./Mirroring.tsx'),
});
