import { page } from '../../../console/navigation/page.ts';

/** Network > Physical Interface: state, speed and flow control of each port (docs/specification/network.md). */
export const physicalInterfacePage = page({
  under: ['Network'],
  title: 'Physical Interface',
  sentence: 'State, speed and flow control of ports. Changes take effect at once.',
  keywords: 'ports link speed duplex jumbo flow control pause admin state description',
  reads: ['portCtrlEntry', 'ifEntry', 'dot3PauseEntry', 'portCtrlSupport'],
  page: () => import('./parts.tsx'),
});
