import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'Trunk'];

/** Network > Trunk > Settings: which ports forward as one (docs/specification/network.md). */
export const trunkSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'Trunk Settings',
  sentence: 'Combines ports into one link with more capacity that survives the loss of a cable.',
  keywords: 'lag link aggregation lacp 802.1AX 802.3ad bond etherchannel static manual members',
  reads: ['trunkGroupEntry', 'portCtrlEntry', 'ifEntry', 'lacpCtrl', 'sysSystemCtrl'],
  page: () => import('./TrunkSettings.tsx'),
});

/** Network > Trunk > Status: what the trunks have agreed with their partners (docs/specification/network.md). */
export const trunkStatusPage = page({
  under,
  title: 'Status',
  heading: 'Trunk Status',
  sentence: 'Forwarding ports of each trunk, and the LACP state agreed with the partner.',
  keywords: 'lag lacp partner key system active ports lacpdu collecting distributing standby bundled',
  reads: [
    'dot3adAggEntry',
    'dot3adAggPortListEntry',
    'dot3adAggPortEntry',
    'dot3adAggPortStatsEntry',
    'trunkGroupEntry',
  ],
  page: () => import('./TrunkStatus.tsx'),
});

/** Network > Trunk > Port Priority: which ports LACP chooses first (docs/specification/network.md). */
export const trunkPortPriorityPage = page({
  under,
  title: 'Port Priority',
  heading: 'LACP Port Priority',
  sentence: 'Order in which LACP selects ports if not all can be used. No effect on manual trunks.',
  keywords: 'lag lacp priority system priority',
  reads: ['lacpCtrl', 'dot3adAggPortEntry'],
  page: () => import('./priority-parts.ts'),
});
