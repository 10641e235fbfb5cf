import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'Protocol VLAN'];

/** Network > Protocol VLAN > Profile: protocols by their numbers (docs/specification/network.md). */
export const protocolProfilePage = page({
  under,
  title: 'Profile',
  heading: 'Protocol Profile',
  sentence: 'Protocols grouped into profiles, for assigning VLANs on ports.',
  keywords: 'protocol vlan ether type ethernet snap llc 802.1v ipv6 arp',
  reads: ['dot1vProtocolGroupEntry'],
  page: () => import('./profile-parts.ts'),
});

/** Network > Protocol VLAN > Profile Interface: where profiles hold (docs/specification/network.md). */
export const profileInterfacePage = page({
  under,
  title: 'Profile Interface',
  heading: 'Protocol Profile Interface',
  sentence: "VLAN of a profile's frames at a port. Tagged frames keep theirs.",
  keywords: 'protocol vlan port binding classification priority 802.1p',
  reads: ['dot1vProtocolPortEntry', 'dot1vProtocolGroupEntry', 'dot1qVlanStaticEntry', 'trunkGroupEntry'],
  page: () => import('./interface-parts.tsx'),
});
