import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'LLDP'];

/** Network > LLDP > Settings: whether and how often the switch speaks (docs/specification/network.md). */
export const lldpSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'LLDP Settings',
  sentence: 'Announcement of the switch to its neighbors: state, timers and contents.',
  keywords: 'lldp 802.1ab discovery interval hold fast start chassis',
  reads: ['lldpConfiguration', 'lldpLocalSystemData'],
  page: () => import('./settings-parts.tsx'),
});

/** Network > LLDP > Basic TLVs: what each port does, and the basic set of what it says (docs/specification/network.md). */
export const basicTlvsPage = page({
  under,
  title: 'Basic TLVs',
  heading: 'LLDP Basic TLVs',
  sentence: 'Ports that send and receive LLDP, and the contents they send.',
  keywords: 'lldp port state notification description system name capabilities management address',
  reads: ['lldpPortConfigEntry', 'lldpConfiguration'],
  page: () => import('./basic-parts.ts'),
});

/** Network > LLDP > Dot1 TLVs: what each port says of its VLANs (docs/specification/network.md). */
export const dot1TlvsPage = page({
  under,
  title: 'Dot1 TLVs',
  heading: 'LLDP Dot1 TLVs',
  sentence: 'TLVs on VLANs and protocols that ports send (IEEE 802.1).',
  keywords: 'lldp 802.1 pvid protocol vlan name identity',
  reads: ['lldpXdot1ConfigPortVlanEntry', 'lldpConfiguration'],
  page: () => import('./dot1-parts.ts'),
});

/** Network > LLDP > Dot3 TLVs: what each port says of its link (docs/specification/network.md). */
export const dot3TlvsPage = page({
  under,
  title: 'Dot3 TLVs',
  heading: 'LLDP Dot3 TLVs',
  sentence: 'TLVs on link, power and trunk that ports send (IEEE 802.3).',
  keywords: 'lldp 802.3 mac phy power mdi poe link aggregation maximum frame size',
  reads: ['lldpXdot3PortConfigEntry', 'lldpConfiguration'],
  page: () => import('./dot3-parts.ts'),
});

/** Network > LLDP > MED Port Settings: what each port says to phones and cameras (docs/specification/network.md). */
export const medPortSettingsPage = page({
  under,
  title: 'MED Port Settings',
  heading: 'LLDP-MED Port Settings',
  sentence: 'TLVs sent to phones and other endpoints once one is detected (LLDP-MED).',
  keywords: 'lldp med phone voice network policy location inventory power endpoint',
  reads: ['lldpXMedPortConfigEntry', 'lldpXMedLocMediaPolicyEntry', 'lldpConfiguration'],
  page: () => import('./med-parts.ts'),
});

/** Network > LLDP > Statistics Information: what was sent and heard (docs/specification/network.md). */
export const lldpStatisticsPage = page({
  under,
  title: 'Statistics Information',
  heading: 'LLDP Statistics',
  sentence: 'Messages sent and received per port, and neighbors added and removed.',
  keywords: 'lldp counters frames discarded errors ageouts inserts drops',
  reads: ['lldpStatistics', 'lldpStatsRxPortEntry'],
  page: () => import('./StatisticsInformation.tsx'),
});

/** Network > LLDP > Local Port Information: what each port says, and all of it for one (docs/specification/network.md). */
export const localPortInformationPage = page({
  under,
  title: 'Local Port Information',
  heading: 'LLDP Local Port Information',
  sentence: 'Information that neighbors receive about the ports of this switch.',
  keywords: 'lldp local port id description advertised',
  row: {
    title: 'Local Information',
    heading: 'LLDP Local Information',
    sentence: 'Everything this port can advertise, sent or not.',
    path: '/Network/LLDP/LocalInformation',
  },
  reads: ['lldpLocPortEntry'],
  page: () => import('./local-parts.tsx'),
});

/**
 * Network > LLDP > Neighbors: who is at the other ends of the cables, and all that one of them says
 * (docs/specification/network.md).
 */
export const neighborsPage = page({
  under,
  title: 'Neighbors',
  heading: 'LLDP Neighbors',
  sentence: 'Devices at the other ends of the cables.',
  keywords: 'lldp neighbours remote topology phone switch connected',
  row: {
    title: 'Remote Port Information',
    heading: 'LLDP Remote Port Information',
    sentence: 'Everything this neighbor advertises.',
    path: '/Network/LLDP/RemotePortInformation',
  },
  reads: ['lldpRemEntry', 'lldpLocalSystemData', 'lldpConfiguration'],
  page: () => import('./neighbors-parts.tsx'),
});
