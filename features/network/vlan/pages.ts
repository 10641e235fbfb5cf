import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'VLAN'];

/** Network > VLAN > Tagged: the VLANs, and who belongs to them (docs/specification/network.md). */
export const taggedPage = page({
  under,
  title: 'Tagged',
  heading: 'Tagged VLANs',
  sentence: 'VLANs and their member ports, tagged or untagged.',
  keywords: '802.1Q add vlan untagged membership members',
  row: {
    title: 'Modify VLAN',
    sentence: 'Member ports of the VLAN, tagged or untagged.',
  },
  reads: ['dot1qVlanStaticEntry', 'dot1qBase', 'dot1qPortVlanEntry', 'dot1qVlan'],
  page: () => import('./tagged-parts.tsx'),
});

/** All memberships at once; reached from the pages of VLANs, so that the menu stays as the specification has it. */
export const vlanMatrixPage = page({
  under,
  title: 'Ports × VLANs',
  path: '/Network/VLAN/Matrix',
  hidden: true,
  sentence: 'Click or drag to paint; U, T, - and arrow keys work, and a table can be pasted from a spreadsheet.',
  keywords: 'matrix membership grid paint tagged untagged all vlans',
  reads: [
    'dot1qVlanStaticEntry',
    'dot1qPortVlanEntry',
    'dot1qVlan',
    'trunkGroupEntry',
    'portCtrlEntry',
    'managementGuard',
  ],
  page: () => import('./VlanMatrix.tsx'),
});

/** Network > VLAN > Port: how each port classifies and admits frames (docs/specification/network.md). */
export const portVlanPage = page({
  under,
  title: 'Port',
  heading: 'VLAN Port',
  sentence: 'PVID and accepted frame types of ports.',
  keywords: 'pvid acceptable frame type ingress filtering',
  reads: ['dot1qPortVlanEntry', 'trunkGroupEntry'],
  page: () => import('./port-parts.ts'),
});

/** Network > VLAN > Forwarding: how the VLANs learn addresses, and for how long (docs/specification/network.md). */
export const vlanForwardingPage = page({
  under,
  title: 'Forwarding',
  heading: 'VLAN Forwarding',
  sentence: 'Address learning per VLAN or shared by all, and aging time.',
  keywords: 'ivl svl independent shared learning asymmetric vlan mac aging ageing time',
  reads: ['dot1qVlan', 'dot1dTp'],
  page: () => import('./forwarding-parts.ts'),
});

/** Network > VLAN > Dynamic: the address table, live (docs/specification/network.md). */
export const dynamicVlanPage = page({
  under,
  title: 'Dynamic',
  heading: 'Dynamic Forwarding Table',
  sentence: 'Every known address, with its port.',
  keywords: 'mac address forwarding table fdb learnt clear find',
  reads: ['dot1qVlan', 'fdbControl', 'trunkGroupEntry'],
  page: () => import('./DynamicVlan.tsx'),
});

/** Network > VLAN > Private: which ports may reach which (docs/specification/network.md). */
export const privateVlanPage = page({
  under,
  title: 'Private',
  heading: 'Private VLAN',
  sentence: 'Restricts the ports to which each port may forward, within its VLANs.',
  keywords: 'port isolation traffic segmentation forwarding ports matrix',
  reads: ['privateVlanPortEntry'],
  page: () => import('./private-parts.ts'),
});

/** Network > VLAN > Current: every VLAN in force (docs/specification/network.md). */
export const currentVlanPage = page({
  under,
  title: 'Current',
  heading: 'Current VLANs',
  sentence: 'Every VLAN in force, as currently forwarded.',
  keywords: 'vlans in force',
  reads: ['dot1qVlanCurrentEntry'],
  page: () => import('./current-parts.ts'),
});
