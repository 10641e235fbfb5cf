import { page } from '../../../console/navigation/page.ts';

const under = ['Network'];

/** Network > MAC VLAN: stations that have a VLAN of their own (docs/specification/network.md). */
export const macVlanPage = page({
  under,
  title: 'MAC VLAN',
  sentence: 'VLANs of stations for their untagged frames, on any port.',
  keywords: 'mac based vlan station classification priority 802.1p',
  reads: ['macVlanEntry'],
  page: () => import('./parts.tsx'),
});

/** Network > Modify MAC VLAN: one of them; its address names none (docs/specification/product.md 2). */
export const modifyMacVlanPage = page({
  under,
  title: 'Modify MAC VLAN',
  sentence: 'VLAN and priority of a station, from its next frame.',
  hidden: true,
  page: () => import('./ModifyMacVlan.tsx'),
});
