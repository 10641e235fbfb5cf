import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'Voice VLAN'];

/** Network > Voice VLAN > Settings: a VLAN for phones (docs/specification/network.md). */
export const voiceVlanSettingsPage = page({
  under,
  title: 'Settings',
  heading: 'Voice VLAN',
  sentence: 'Puts what phones send into a VLAN of its own, with priority, at the ports where they are heard.',
  keywords: 'voice vlan phone voip telephony auto detection priority',
  reads: ['voiceVlan', 'voiceVlanPortEntry', 'trunkGroupEntry', 'mirrorSessionEntry'],
  page: () => import('./settings-parts.tsx'),
});

/** Network > Voice VLAN > OUI: by which addresses phones are known (docs/specification/network.md). */
export const voiceVlanOuiPage = page({
  under,
  title: 'OUI',
  heading: 'Telephony OUI',
  sentence: 'The beginnings of the addresses by which phones are recognized.',
  keywords: 'voice vlan oui mac prefix phone vendor telephony',
  reads: ['voiceVlanOuiEntry'],
  page: () => import('./oui-parts.ts'),
});
