import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'IGMP Snooping'];

/** Network > IGMP Snooping > Settings: how IGMP is snooped, where, and who listens (docs/specification/network.md). */
export const igmpSnoopingSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'IGMP Snooping',
  sentence: 'Sends IPv4 multicast only to ports with listeners.',
  keywords: 'igmp multicast group querier fast leave stream iptv listener',
  reads: ['igsCtrl', 'igsVlanFilterEntry', 'igsVlanMulticastGroupEntry'],
  page: () => import('./settings-parts.ts'),
});

/** Network > IGMP Snooping > Router Port: which ports lead to multicast routers (docs/specification/network.md). */
export const igmpRouterPortPage = page({
  under,
  title: 'Router Port',
  heading: 'IGMP Router Ports',
  sentence: 'The ports of each VLAN that lead to multicast routers.',
  keywords: 'igmp multicast router mrouter static pim dvmrp',
  row: {
    title: 'Modify IGS Static Router Port',
    heading: 'Modify IGMP Router Ports',
    sentence: 'Chooses the ports of a VLAN that lead to multicast routers.',
  },
  reads: ['igsVlanRouterEntry', 'trunkGroupEntry', 'igsCtrl'],
  page: () => import('./router-port-parts.ts'),
});
