import { form } from '../../../console/page/form.tsx';
import { ipRouting, ipStaticRouteEntry } from './route-objects.ts';
import { staticRoutes } from './static-routes.tsx';

export default [
  form(ipRouting, { title: 'Routing' }),
  ...staticRoutes(ipStaticRouteEntry, {
    title: 'Static routes',
    filter: 'Network or gateway',
    type: 1,
    everywhere: '0.0.0.0',
    prefix: 24,
  }),
];
