import { page } from '../../../console/navigation/page.ts';

/** System > SSL: whether the console is encrypted, and by which certificate (docs/specification/system.md). */
export const sslPage = page({
  under: ['System'],
  title: 'SSL',
  sentence: 'Encryption of the console, and its certificate.',
  keywords: 'https tls certificate key csr encryption',
  reads: ['sslCtrl', 'sslCertEntry'],
  page: () => import('./parts.tsx'),
});
