import { page } from '../../../console/navigation/page.ts';

/** Security > Port Access Control: ports that are closed until somebody authenticates (docs/specification/security.md). */
export const portAccessControlPage = page({
  under: ['Security'],
  title: 'Port Access Control',
  sentence: 'Keeps ports closed until the station behind them has authenticated (IEEE 802.1X).',
  keywords: '802.1x dot1x eap eapol supplicant guest vlan nas',
  reads: [
    'dot1xPaeSystem',
    'dot1xExtConfig',
    'dot1xAuthConfigEntry',
    'dot1xPortExtEntry',
    'dot1xPaePortEntry',
    'radiusServerEntry',
    'dialInUserEntry',
    'trunkGroupEntry',
    'ipv4InterfaceEntry',
  ],
  page: () => import('./parts.tsx'),
});
