import { page } from '../../../console/navigation/page.ts';

const under = ['Network', 'Bandwidth Control'];

/** Network > Bandwidth Control > Storm Control (docs/specification/network.md). */
export const stormControlPage = page({
  under,
  title: 'Storm Control',
  sentence: 'Limits of received broadcasts, multicasts and frames to unknown addresses per second.',
  keywords: 'broadcast multicast dlf unknown unicast flood threshold storm packets',
  reads: ['stormCtrlEntry'],
  page: () => import('./storm-parts.tsx'),
});

/** Network > Bandwidth Control > Ingress Rate Limiting (docs/specification/network.md). */
export const ingressRateLimitingPage = page({
  under,
  title: 'Ingress Rate Limiting',
  sentence: 'Limits of the data rate that ports accept, over all kinds of frames.',
  keywords: 'bandwidth policer rate limit received kbit/s',
  reads: ['rateCtrlEntry'],
  page: () => import('./ingress-parts.ts'),
});

/** Network > Bandwidth Control > Egress Rate Limiting (docs/specification/network.md). */
export const egressRateLimitingPage = page({
  under,
  title: 'Egress Rate Limiting',
  sentence: "Limits of the data rate that ports send, including the switch's own frames.",
  keywords: 'bandwidth shaper rate limit sent kbit/s',
  reads: ['rateCtrlEntry'],
  page: () => import('./egress-parts.ts'),
});
