import { page } from '../../../console/navigation/page.ts';

/** Security > RADIUS: the authentication servers (docs/specification/security.md). */
export const radiusPage = page({
  under: ['Security'],
  title: 'RADIUS',
  sentence: 'Servers for port authentication, administrator login and session accounting.',
  keywords: 'aaa server login accounting shared secret 1812 802.1x',
  reads: ['radiusConfig', 'radiusServerEntry', 'radiusAuthServerExtEntry'],
  page: () => import('./parts.tsx'),
});
