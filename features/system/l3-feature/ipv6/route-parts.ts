import { staticRoutes } from '../static-routes.tsx';
import { ipv6StaticRouteEntry } from './route-objects.ts';

export default staticRoutes(ipv6StaticRouteEntry, {
  title: 'IPv6 static routes',
  filter: 'Network or next hop',
  type: 2,
  everywhere: '::',
  prefix: 64,
});
