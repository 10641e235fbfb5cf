import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'Voice VLAN'];

/** Network > Voice VLAN > Settings: a VLAN for phones (docs/specification/network.md). */
export const voiceVlanSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'Voice VLAN',
  sentence: 'Assigns traffic of phones to a VLAN with priority, on the ports where phones are detected.',
  keywords: 'voice vlan phone voip telephony auto detection priority',
  reads: ['voiceVlan', 'voiceVlanPortEntry', 'trunkGroupEntry', 'mirrorSessionEntry'],
  page: () => import('./settings-parts.tsx'),
});

/** Network > Voice VLAN > OUI: by which addresses phones are known (docs/specification/network.md). */
export const voiceVlanOuiPage = page({
  under,
  title: 'OUI',
  heading: 'Telephony OUI',
  sentence: 'Address prefixes that identify phones.',
  keywords: 'voice vlan oui mac prefix phone vendor telephony',
  reads: ['voiceVlanOuiEntry', 'voiceVlan'],
  page: () => import('./oui-parts.ts'),
});
