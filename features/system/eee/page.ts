import { page } from '../../../console/navigation/page.ts';

/** System > IEEE 802.3az EEE: links that sleep while they are idle (docs/specification/system.md). */
export const eeePage = page({
  under: ['System'],
  title: 'IEEE 802.3az EEE',
  sentence: 'Allows links to sleep while they are idle.',
  keywords: 'energy efficient ethernet green power',
  reads: ['dot3EeeCtrl', 'dot3EeeEntry'],
  page: () => import('./parts.tsx'),
});
