import { page } from '../../../console/navigation/page.ts';

/** Network > Loopback Detection: where cables loop, and what is closed for it (docs/specification/network.md). */
export const loopbackDetectionPage = page({
  under: ['Network'],
  title: 'Loopback Detection',
  sentence: 'Finds loops behind the ports with probe frames and blocks them until the loop is gone.',
  keywords: 'lbd loop cable storm probe blocked port recover',
  reads: ['sysLBD', 'sysLBDCtrlEntry', 'trunkGroupEntry'],
  page: () => import('./parts.tsx'),
});
