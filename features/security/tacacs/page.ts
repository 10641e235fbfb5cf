import { page } from '../../../console/navigation/page.ts';

/** Security > TACACS+: the servers that say who may administer the switch (docs/specification/security.md). */
export const tacacsPage = page({
  under: ['Security'],
  title: 'TACACS+',
  path: '/Security/TACACS',
  sentence: 'Servers for administrator login to the switch.',
  keywords: 'tacacs aaa server login shared key 49',
  reads: ['tacacsConfig', 'tacacsServerEntry'],
  page: () => import('./parts.tsx'),
});
