import { page } from '../../../console/navigation/page.ts';

/** Network > Static Unicast: addresses pinned to a port (docs/specification/network.md). */
export const staticUnicastPage = page({
  under: ['Network'],
  title: 'Static Unicast',
  sentence: 'Binds addresses to ports, so that they neither age nor move.',
  keywords: 'pinned mac address table permanent',
  row: {
    title: 'Modify Static Unicast Address Table',
    heading: 'Modify Static Unicast Address',
    sentence: 'Moves a static address to another port in one step.',
  },
  reads: ['dot1qStaticUnicastEntry', 'trunkGroupEntry'],
  page: () => import('./parts.ts'),
});
