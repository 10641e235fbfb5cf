import { page } from '../../../console/navigation/page.ts';

const under = ['Security', 'Port Security'];

/** Security > Port Security > Global Settings: limits of the switch, and traps (docs/specification/security.md). */
export const portSecurityGlobalPage = page({
  under,
  title: 'Global Settings',
  heading: 'Port Security',
  sentence: 'Maximum number of secure addresses of the switch, and traps on violations.',
  keywords: 'port security mac limit violation trap maximum',
  reads: ['portSecGlobal'],
  page: () => import('./global-parts.ts'),
});

/** Security > Port Security > Port Settings: how many sources a port accepts (docs/specification/security.md). */
export const portSecurityPortPage = page({
  under,
  title: 'Port Settings',
  heading: 'Port Security of Ports',
  sentence: 'Each port accepts the first stations it learns, up to its maximum, and no others.',
  keywords: 'port security sticky mac limit protect restrict shutdown err-disabled aging violation',
  reads: ['portSecPortEntry', 'trunkGroupEntry'],
  page: () => import('./port-parts.tsx'),
});

/** Security > Port Security > Port Address Settings: accepted addresses (docs/specification/security.md). */
export const portSecurityAddressPage = page({
  under,
  title: 'Port Address Settings',
  heading: 'Secure Addresses',
  sentence: 'Stations accepted by secured ports, learned and configured.',
  keywords: 'port security secure static sticky mac address aging clear',
  reads: ['portSecAddrEntry', 'portSecInUseEntry'],
  page: () => import('./address-parts.ts'),
});
