import type { ReactNode } from 'react';
import { NotFound } from '../layouts/NotFound.tsx';
import { pageOf } from '../page/DeclaredPage.tsx';
import type { Route } from '../router/route.ts';
import type { MenuEntry } from './menu-entry.ts';

interface RouteParts {
  readonly entries: readonly MenuEntry[];
  readonly main: ReactNode;
  readonly wizard: ReactNode;
}

/** The routes of a signed-in session: a lazily loaded page per entry, within its layout. */
export function routesOf({ entries, main, wizard }: RouteParts): Route[] {
  const [home] = entries;
  return [
    ...entries.map((entry) => ({
      id: entry.name,
      path: entry.path,
      layout: entry.layout === 'wizard' ? wizard : main,
      page: async () => pageOf(entry, (await entry.page()).default),
    })),
    { path: '*', layout: main, page: async () => NotFound },
    // The login page is outside of the router: at its path the console disappears.
    { path: '/login' },
    // A user sent to the dashboard arrives at the first page of a table without one.
    ...(home && !entries.some(({ path }) => path === '/') ? [{ path: '/', redirect: home.path }] : []),
    { path: '/index', redirect: '/' },
  ];
}
