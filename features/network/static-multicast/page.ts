import { page } from '../../../console/navigation/page.ts';

/** Network > Static Multicast: groups with fixed ports (docs/specification/network.md). */
export const staticMulticastPage = page({
  under: ['Network'],
  title: 'Static Multicast',
  sentence: 'Sends frames of a multicast group to selected ports of a VLAN instead of all.',
  keywords: 'group multicast mac address members forbidden ports igmp camera stream',
  row: {
    title: 'Modify Static Multicast Address Table',
    heading: 'Modify Static Multicast Group',
    sentence: 'Changes the ports of a group.',
  },
  reads: ['dot1qVlanStaticEntry', 'dot1qStaticMulticastEntry', 'trunkGroupEntry'],
  page: () => import('./parts.ts'),
});
