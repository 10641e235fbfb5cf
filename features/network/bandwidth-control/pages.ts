import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'Bandwidth Control'];

/** Network > Bandwidth Control > Storm Control (docs/specification/network.md). */
export const stormControlPage = page({
  under,
  title: 'Storm Control',
  sentence: 'How many broadcasts, multicasts and frames to unknown addresses each port lets in a second.',
  keywords: 'broadcast multicast dlf unknown unicast flood threshold storm packets',
  reads: ['stormCtrlEntry'],
  page: () => import('./storm-parts.tsx'),
});

/** Network > Bandwidth Control > Ingress Rate Limiting (docs/specification/network.md). */
export const ingressRateLimitingPage = page({
  under,
  title: 'Ingress Rate Limiting',
  sentence: 'How much each port accepts in a second, of all kinds of frames together.',
  keywords: 'bandwidth policer rate limit received kbit/s',
  reads: ['rateCtrlEntry'],
  page: () => import('./ingress-parts.ts'),
});

/** Network > Bandwidth Control > Egress Rate Limiting (docs/specification/network.md). */
export const egressRateLimitingPage = page({
  under,
  title: 'Egress Rate Limiting',
  sentence: "How much each port sends in a second, the switch's own frames among it.",
  keywords: 'bandwidth shaper rate limit sent kbit/s',
  reads: ['rateCtrlEntry'],
  page: () => import('./egress-parts.ts'),
});
