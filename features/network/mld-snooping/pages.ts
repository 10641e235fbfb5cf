import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'MLD Snooping'];

/** Network > MLD Snooping > Settings: how MLD is snooped, where, and who listens (docs/specification/network.md). */
export const mldSnoopingSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'MLD Snooping',
  sentence: 'Sends IPv6 multicast only to ports with listeners.',
  keywords: 'mld multicast group querier fast leave stream iptv listener',
  reads: ['mldsCtrl', 'mldsVlanFilterEntry', 'mldsVlanMulticastGroupEntry'],
  page: () => import('./settings-parts.ts'),
});

/** Network > MLD Snooping > Router Port: which ports lead to multicast routers (docs/specification/network.md). */
export const mldRouterPortPage = page({
  under,
  title: 'Router Port',
  heading: 'MLD Router Ports',
  sentence: 'The ports of each VLAN that lead to multicast routers.',
  keywords: 'mld multicast router mrouter static pim',
  row: {
    title: 'Modify MLD Static Router Port',
    heading: 'Modify MLD Router Ports',
    sentence: 'Chooses the ports of a VLAN that lead to multicast routers.',
  },
  reads: ['mldsVlanRouterEntry', 'trunkGroupEntry', 'mldsCtrl'],
  page: () => import('./router-port-parts.ts'),
});
