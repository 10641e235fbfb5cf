import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'LLDP'];

/** Network > LLDP > Settings: whether and how often the switch speaks (docs/specification/network.md). */
export const lldpSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'LLDP Settings',
  sentence: 'Whether the switch tells its neighbors who it is, how often, and what it says of itself.',
  keywords: 'lldp 802.1ab discovery interval hold fast start chassis',
  reads: ['lldpConfiguration', 'lldpLocalSystemData'],
  page: () => import('./settings-parts.tsx'),
});

/** Network > LLDP > Basic TLVs: what each port does, and the basic set of what it says (docs/specification/network.md). */
export const basicTlvsPage = page({
  under,
  title: 'Basic TLVs',
  heading: 'LLDP Basic TLVs',
  sentence: 'Which ports speak and listen, and what they say of the switch.',
  keywords: 'lldp port state notification description system name capabilities management address',
  reads: ['lldpPortConfigEntry'],
  page: () => import('./basic-parts.ts'),
});

/** Network > LLDP > Dot1 TLVs: what each port says of its VLANs (docs/specification/network.md). */
export const dot1TlvsPage = page({
  under,
  title: 'Dot1 TLVs',
  heading: 'LLDP Dot1 TLVs',
  sentence: 'What each port says of its VLANs and protocols (IEEE 802.1).',
  keywords: 'lldp 802.1 pvid protocol vlan name identity',
  reads: ['lldpXdot1ConfigPortVlanEntry'],
  page: () => import('./dot1-parts.ts'),
});

/** Network > LLDP > Dot3 TLVs: what each port says of its link (docs/specification/network.md). */
export const dot3TlvsPage = page({
  under,
  title: 'Dot3 TLVs',
  heading: 'LLDP Dot3 TLVs',
  sentence: 'What each port says of its link, power and trunk (IEEE 802.3).',
  keywords: 'lldp 802.3 mac phy power mdi poe link aggregation maximum frame size',
  reads: ['lldpXdot3PortConfigEntry'],
  page: () => import('./dot3-parts.ts'),
});

/** Network > LLDP > MED Port Settings: what each port says to phones and cameras (docs/specification/network.md). */
export const medPortSettingsPage = page({
  under,
  title: 'MED Port Settings',
  heading: 'LLDP-MED Port Settings',
  sentence: 'What each port says to phones and other endpoints, once it has heard one.',
  keywords: 'lldp med phone voice network policy location inventory power endpoint',
  reads: ['lldpXMedPortConfigEntry', 'lldpXMedLocMediaPolicyEntry'],
  page: () => import('./med-parts.ts'),
});

/** Network > LLDP > Statistics Information: what was sent and heard (docs/specification/network.md). */
export const lldpStatisticsPage = page({
  under,
  title: 'Statistics Information',
  heading: 'LLDP Statistics',
  sentence: 'How many messages each port sent and heard, and how many neighbors came and went.',
  keywords: 'lldp counters frames discarded errors ageouts inserts drops',
  reads: ['lldpStatistics', 'lldpStatsRxPortEntry'],
  page: () => import('./StatisticsInformation.tsx'),
});

/** Network > LLDP > Local Port Information: what each port says, and all of it for one (docs/specification/network.md). */
export const localPortInformationPage = page({
  under,
  title: 'Local Port Information',
  heading: 'LLDP Local Port Information',
  sentence: 'What neighbors are told of each port of this switch.',
  keywords: 'lldp local port id description advertised',
  row: {
    title: 'Local Information',
    heading: 'LLDP Local Information',
    sentence: 'Everything that this port can say, sent or not.',
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
  sentence: 'Who is at the other ends of the cables.',
  keywords: 'lldp neighbours remote topology phone switch connected',
  row: {
    title: 'Remote Port Information',
    heading: 'LLDP Remote Port Information',
    sentence: 'Everything that this neighbor says of itself.',
    path: '/Network/LLDP/RemotePortInformation',
  },
  reads: ['lldpRemEntry', 'lldpLocalSystemData', 'lldpConfiguration'],
  page: () => import('./neighbors-parts.tsx'),
});
