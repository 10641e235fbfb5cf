import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'Spanning Tree'];

/** Network > Spanning Tree > Protocol (reference/network.md). */
export const spanningTreeProtocolPage = page({
  under,
  title: 'Protocol',
  heading: 'Spanning Tree Protocol',
  sentence: 'Finds the links that would close a loop and keeps them in reserve.',
  keywords: 'stp rstp mstp root bridge priority hello forward delay maximum age loop redundancy topology',
  reads: ['dot1dStp', 'dot1dStpPortEntry'],
  page: () => import('./protocol-parts.tsx'),
});

/** Network > Spanning Tree > Port (reference/network.md). */
export const spanningTreePortPage = page({
  under,
  title: 'Port',
  heading: 'Spanning Tree Ports',
  sentence: 'What each port costs on the way to the root, and what the tree makes of it.',
  keywords: 'stp role state cost priority edge point-to-point p2p restricted migration',
  reads: ['dot1dStpPortEntry', 'dot1dStpExtPortEntry', 'ieee8021MstpCistPortEntry'],
  page: () => import('./port-parts.tsx'),
});
