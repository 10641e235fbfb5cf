import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'Multicast VLAN'];
const settings = '/Network/MulticastVLAN/GlobalSettings';

/** Network > Multicast VLAN > Global Settings: the VLANs whose streams others get (docs/specification/network.md). */
export const multicastVlanSettingsPage = page({
  under,
  title: 'Global Settings',
  heading: 'Multicast VLAN',
  sentence: 'Delivers one copy of each stream to receivers in many VLANs.',
  keywords: 'multicast vlan registration mvr iptv stream igmp mld source receiver',
  reads: ['multicastVlanCtrl', 'multicastVlanEntry', 'multicastVlanAssocEntry'],
  page: () => import('./settings-parts.tsx'),
});

/** Network > Multicast VLAN > Receiver Ports Settings: who gets the streams of one (docs/specification/network.md). */
export const receiverPortsPage = page({
  under,
  title: 'Receiver Ports Settings',
  heading: 'Receiver Ports',
  sentence: 'Ports whose stations receive the requested streams of the multicast VLAN.',
  path: '/Network/MulticastVLAN/ReceiverPortsSettings/:row',
  hidden: true,
  list: settings,
  page: () => import('./receiver-parts.ts'),
});

/** Network > Multicast VLAN > Source Ports Settings: where the streams of one come in (docs/specification/network.md). */
export const sourcePortsPage = page({
  under,
  title: 'Source Ports Settings',
  heading: 'Source Ports',
  sentence: 'Ports that streams of the multicast VLAN arrive at and reports leave from.',
  path: '/Network/MulticastVLAN/SourcePortsSettings/:row',
  hidden: true,
  list: settings,
  page: () => import('./source-parts.ts'),
});

/** Network > Multicast VLAN > VLAN Table: all of them at a glance (docs/specification/network.md). */
export const multicastVlanTablePage = page({
  under,
  title: 'VLAN Table',
  heading: 'Multicast VLAN Table',
  sentence: 'Ports and groups of each multicast VLAN, and the groups received now.',
  keywords: 'multicast vlan active groups sources receivers overview',
  reads: ['multicastVlanEntry'],
  page: () => import('./table-parts.tsx'),
});

/** Network > Multicast VLAN > Group Setup: named groups of streams (docs/specification/network.md). */
export const groupSetupPage = page({
  under,
  title: 'Group Setup',
  heading: 'Multicast Group Setup',
  sentence: 'Profiles of multicast addresses, which multicast VLANs carry.',
  keywords: 'multicast group profile address range ipv4 ipv6 channel',
  reads: ['multicastVlanGroupEntry', 'multicastVlanGroupRangeEntry'],
  page: () => import('./group-parts.tsx'),
});

/** Network > Multicast VLAN > Associate Group Setup: which streams each carries (docs/specification/network.md). */
export const associateGroupPage = page({
  under,
  title: 'Associate Group Setup',
  heading: 'Associate Groups',
  sentence: 'Profiles carried by each multicast VLAN. A group belongs to at most one multicast VLAN.',
  keywords: 'multicast group profile bind assign vlan',
  reads: ['multicastVlanAssocEntry', 'multicastVlanEntry', 'multicastVlanGroupEntry'],
  page: () => import('./associate-parts.tsx'),
});
