import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'Trunk'];

/** Network > Trunk > Settings: which ports forward as one (reference/network.md). */
export const trunkSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'Trunk Settings',
  sentence: 'Bundles ports to one link of more capacity that survives the loss of a cable.',
  keywords: 'lag link aggregation lacp 802.1AX 802.3ad bond etherchannel static manual members',
  reads: ['trunkGroupEntry', 'portCtrlEntry', 'ifEntry'],
  page: () => import('./TrunkSettings.tsx'),
});
