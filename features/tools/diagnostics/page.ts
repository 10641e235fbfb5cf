import { page } from '../../../console/navigation/page.ts';

/** Tools > Diagnostics: what is wrong with a cable, and where (docs/specification/system.md). */
export const diagnosticsPage = page({
  under: ['Tools'],
  title: 'Diagnostics',
  sentence: 'Measures the length of copper cables and finds breaks.',
  keywords: 'cable test wire pair tdr open short length',
  reads: ['cableDiagEntry', 'ifEntry'],
  page: () => import('./Diagnostics.tsx'),
});
