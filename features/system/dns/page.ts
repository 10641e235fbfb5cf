import { page } from '../../../console/navigation/page.ts';

/** System > DNS: how the switch resolves the names that it uses itself (docs/specification/system.md). */
export const dnsPage = page({
  under: ['System'],
  title: 'DNS',
  sentence: 'Name resolution of the switch itself, for time and log servers.',
  keywords: 'name resolver server domain host lookup',
  reads: ['dnsResolverCtrl', 'dnsServerEntry', 'dnsHostEntry'],
  page: () => import('./parts.ts'),
});
