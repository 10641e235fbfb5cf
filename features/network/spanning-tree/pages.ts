import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'Spanning Tree'];

/** Network > Spanning Tree > Protocol (docs/specification/network.md). */
export const spanningTreeProtocolPage = page({
  under,
  title: 'Protocol',
  heading: 'Spanning Tree Protocol',
  sentence: 'Finds links that would form a loop and keeps them in reserve.',
  keywords: 'stp rstp mstp root bridge priority hello forward delay maximum age loop redundancy topology',
  reads: ['dot1dStp', 'dot1dStpPortEntry', 'ieee8021MstpEntry', 'lldpRemEntry', 'portCtrlEntry', 'ifEntry'],
  page: () => import('./protocol-parts.tsx'),
});

/** Network > Spanning Tree > Port (docs/specification/network.md). */
export const spanningTreePortPage = page({
  under,
  title: 'Port',
  heading: 'Spanning Tree Ports',
  sentence: 'Path costs, roles and states of ports.',
  keywords: 'stp role state cost priority edge point-to-point p2p restricted migration',
  reads: [
    'dot1dStpPortEntry',
    'dot1dStpExtPortEntry',
    'ieee8021MstpCistPortEntry',
    'dot1dStp',
    'portCtrlEntry',
    'ifEntry',
  ],
  page: () => import('./port-parts.tsx'),
});

/** Network > Spanning Tree > TC Protect Settings (docs/specification/network.md). */
export const tcProtectPage = page({
  under,
  title: 'TC Protect Settings',
  sentence: 'Limits how often topology changes of others clear the address table.',
  keywords: 'tc protection topology change flush threshold cycle attack',
  reads: ['stpTcProtect', 'stpTcProtectPortEntry'],
  page: () => import('./tc-protect-parts.tsx'),
});

/** Network > Spanning Tree > MST (docs/specification/network.md). */
export const mstPage = page({
  under,
  title: 'MST',
  heading: 'MST Region',
  sentence: 'The region of this switch, and the VLANs of each instance.',
  keywords: 'mstp region revision digest instance msti vlan mapping',
  reads: ['ieee8021MstpConfigIdEntry', 'ieee8021MstpVlanV2Entry'],
  page: () => import('./mst-parts.tsx'),
});

/** Network > Spanning Tree > Instance (docs/specification/network.md). */
export const mstInstancePage = page({
  under,
  title: 'Instance',
  heading: 'MST Instances',
  sentence: 'Bridge priority per instance, and the current root.',
  keywords: 'mstp instance priority regional root cist',
  reads: ['dot1dStp', 'ieee8021MstpCistEntry', 'ieee8021MstpEntry'],
  page: () => import('./instance-parts.ts'),
});

/** Network > Spanning Tree > MST Port (docs/specification/network.md). */
export const mstPortPage = page({
  under,
  title: 'MST Port',
  heading: 'MST Ports',
  sentence: 'Port costs and roles in an MST instance.',
  keywords: 'mstp internal path cost priority role state instance',
  reads: ['ieee8021MstpEntry', 'ieee8021MstpPortEntry', 'portCtrlEntry', 'ifEntry', 'dot1dStp'],
  page: () => import('./MstPorts.tsx'),
});
