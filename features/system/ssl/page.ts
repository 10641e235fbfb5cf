import { page } from '../../../console/navigation/page.ts';

/** System > SSL: whether the console is encrypted, and by which certificate (reference). */
export const sslPage = page({
  under: ['System'],
  title: 'SSL',
  sentence: 'How the console is encrypted, and by which certificate.',
  keywords: 'https tls certificate key csr encryption',
  reads: ['sslCtrl', 'sslCertEntry'],
  page: () => import('./parts.tsx'),
});
