import { page } from '../../../console/navigation/page.ts';

/** Security > Denial of Service: shapes of attacks that are dropped (docs/specification/security.md). */
export const denialOfServicePage = page({
  under: ['Security'],
  title: 'Denial of Service',
  path: '/Security/DenialOfService',
  sentence: 'Drops packets of known attacks, on every port.',
  keywords: 'dos attack land blat smurf null xmas syn fin ping of death fragment scan',
  reads: ['dosTypeEntry'],
  page: () => import('./parts.ts'),
});
